import type { z } from 'zod';
import { listCoinBalances, listCoinBalancesByDay } from '@/lib/endpoints/coin-balance';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type BalanceBlockRow, listBalanceBlocks, listLastBlocksOfDays } from '@/lib/queries/coin-balance';
import { toHeight } from '../cursors';
import { type CallContext, implement } from '../implement';
import { readPage } from '../implement-list';
import { presentTimestamp } from '../present/values';

const DAYS = 10;

/** GET /addresses/{address}/coin-balance-history. */
export const coinBalancesOperation = implement(listCoinBalances, async (call) => {
  const address = hexToBuffer(call.params.address_hash_param);
  const page = await readPage(call, {
    cursor: {
      position: ({ block_number }: z.output<typeof listCoinBalances.query>) =>
        block_number === undefined ? Number.MAX_SAFE_INTEGER : toHeight(block_number),
      next: ({ block_number }: BalanceBlockRow, items_count: number) => ({ block_number, items_count }),
    },
    read: ({ db }, { after: below, limit }) => listBalanceBlocks(db, address, { below, limit }),
    present: (context, rows) => Promise.all(rows.map((row) => readChange(context, address, row))),
  });
  const known = page.items.filter((change) => change !== undefined);
  return {
    items: known.filter(({ delta }) => delta !== '0'),
    next_page_params: page.next_page_params,
    meta: describeGaps(page.items.length, known.length),
  };
});

/** GET /addresses/{address}/coin-balance-history-by-day. */
export const coinBalancesByDayOperation = implement(
  listCoinBalancesByDay,
  async ({ params, db, services }) => {
    const address = hexToBuffer(params.address_hash_param);
    const days = await listLastBlocksOfDays(db, DAYS);
    const balances = await Promise.all(
      days.map(({ block_number }) => services.coinBalance(db.chainId, address, block_number)),
    );
    return {
      days: DAYS,
      items: days.flatMap(({ date }, at) => {
        const balance = balances[at];
        return balance === undefined ? [] : [{ date, value: String(balance) }];
      }),
    };
  },
);

async function readChange({ db, services }: CallContext, address: Buffer, row: BalanceBlockRow) {
  const { block_number: height } = row;
  const [after, before] = await Promise.all([
    services.coinBalance(db.chainId, address, height),
    height === 0 ? 0n : services.coinBalance(db.chainId, address, height - 1),
  ]);
  if (after === undefined || before === undefined) return undefined;
  return {
    block_number: height,
    block_timestamp: presentTimestamp(row.timestamp),
    value: String(after),
    delta: String(after - before),
    transaction_hash: row.transaction_hash === null ? null : bufferToHex(row.transaction_hash),
  };
}

function describeGaps(blocks: number, known: number) {
  if (known === blocks) return null;
  const message = 'The node does not tell the balances of some of these blocks: it may not keep old states.';
  return known === 0
    ? ({ status: 'unavailable', message: 'The node does not tell the balances of these blocks.' } as const)
    : ({ status: 'partial', message } as const);
}
