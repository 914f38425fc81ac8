import { loadAddresses, loadIndexerState, loadTokens } from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import { implementCsv } from '@/lib/api/lists/implement-csv';
import { withNames } from '@/lib/api/names/loader';
import { findPricesAt, hasAnyPrices } from '@/lib/api/price/query';
import { loadBlockRange } from '@/lib/api/transaction/list-filter-loader';
import { exportAddressMovements, MOVEMENT_KINDS } from '@/lib/endpoints/csv-export';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type Movement, type ReadBudget, readMovements } from './loader';
import { MOVEMENT_HEAD, presentMovement } from './present';
import { type Records, writeMovements } from './write-movements';

/** Queries for rows of a file. */
const MAX_READS = 600;

type Subject = Readonly<{ address: Buffer; symbol: string; hasPrices: boolean }>;

/** GET /addresses/{address}/movements/csv. */
export const addressMovementsCsvOperation = implementCsv(
  exportAddressMovements,
  async ({ params, query, ...context }) => {
    const { db, chain } = context;
    const address = hexToBuffer(params.address_hash_param.toLowerCase());
    const [blocks, state, hasPrices] = await Promise.all([
      loadBlockRange(db, query),
      loadIndexerState(db),
      hasAnyPrices(db),
    ]);
    const range = blocks ?? { first: 0, beyond: (state?.tip_number ?? -1) + 1 };
    const kinds = query.kinds?.length ? query.kinds : MOVEMENT_KINDS;
    const budget: ReadBudget = { left: MAX_READS };
    const movements = readMovements(db, { address, blocks: range, kinds }, budget);
    const subject = { address, symbol: chain.symbol, hasPrices };
    return {
      fileName: `movements-${bufferToHex(address)}.csv`,
      head: MOVEMENT_HEAD,
      batches: writeMovements(movements, {
        stoppedAt: () => budget.stoppedAt,
        present: (rows) => presentBatch(context, subject, rows),
      }),
    };
  },
);

async function presentBatch(
  call: CallContext,
  { address, symbol, hasPrices }: Subject,
  rows: readonly Movement[],
): Promise<Records> {
  const { db } = call;
  const moments = rows.flatMap(({ token, fee, block_number, timestamp }) =>
    [token?.token_address ?? Buffer.alloc(0), ...(fee === null ? [] : [Buffer.alloc(0)])].map((asset) => ({
      ...{ asset, block_number, timestamp },
    })),
  );
  const called = rows.flatMap(({ call: made }) => made?.to_address ?? []);
  const [addresses, tokens, prices] = await Promise.all([
    loadAddresses(
      db,
      rows.flatMap(({ from, to }) => [from, to]),
      called,
    ),
    loadTokens(
      db,
      rows.flatMap(({ token }) => token?.token_address ?? []),
    ),
    hasPrices ? findPricesAt(db, moments) : [],
  ]);
  const keyOf = (asset: Buffer, block: number) => `${asset.toString('hex')}/${block}`;
  const known = new Map(
    prices.map(({ asset, block_number, price }) => [keyOf(asset, block_number), price?.price]),
  );
  const priceOf = ({ block_number }: Movement, token: Buffer | null) =>
    known.get(keyOf(token ?? Buffer.alloc(0), block_number));
  return withNames(call, (signatures) =>
    rows.map((row) => presentMovement(row, { address, symbol, addresses, tokens, signatures, priceOf })),
  );
}
