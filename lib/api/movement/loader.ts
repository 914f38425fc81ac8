import { type BlockRange, listBlocks } from '@/lib/api/block/query';
import { listValuedInternals } from '@/lib/api/internal-transaction/query';
import { listTransfers, type TransferCursor } from '@/lib/api/token-transfer/query';
import { readFeeSource } from '@/lib/api/transaction/gas-present';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import { listAddressTransactions, type TransactionRow } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import type { MOVEMENT_KINDS } from '@/lib/endpoints/csv-export';
import { receiverOf } from '@/lib/evm/coin-moves';
import { transactionFee } from '@/lib/evm/fees';
import type { TokenType } from '@/lib/evm/token-standards';
import { listWithdrawalsTo, type PaidWithdrawal } from './query';

/** What changed the balances of an address. */
export type Movement = Readonly<{
  kind: (typeof MOVEMENT_KINDS)[number];
  block_number: number;
  /** Withdrawals and rewards are behind the transactions of their block. */
  transaction_index: number;
  timestamp: number;
  hash: Buffer | null;
  from: Buffer | null;
  to: Buffer | null;
  /** Null for coin. */
  token: Readonly<{ token_address: Buffer; token_type: TokenType }> | null;
  tokenId: string | null;
  /** Null if encrypted. */
  amount: bigint | null;
  /** What the address paid for the transaction, in wei; null if it did not, or that is not known. */
  fee: bigint | null;
  call: Readonly<{ input: Buffer; to_address: Buffer | null }> | null;
  isFailed: boolean;
}>;

type Kind = Movement['kind'];
type Scope = Readonly<{ address: Buffer; blocks: BlockRange }>;
type Source = AsyncGenerator<Movement, void>;
/**
 * Counts down the reads of a file: most calls of a contract may move nothing. `stoppedAt` is the highest block that a
 * source had come to when none was left: movements above it are complete.
 */
export type ReadBudget = { left: number; stoppedAt?: number };

/** Rows per query: a transaction may carry 128 KB of input. */
const BATCH = 100;
/** Calls of a query, most of which may move nothing. */
const SCANNED = 500;
const AFTER_TRANSACTIONS = 2 ** 31;

/** All movements of these kinds, newest first, as they are read; ends early when the budget is used up. */
export async function* readMovements(
  db: Database,
  scope: Scope & Readonly<{ kinds: readonly Kind[] }>,
  budget: ReadBudget,
): Source {
  const sources = scope.kinds.map((kind) => SOURCES[kind](db, scope, budget));
  const heads = await Promise.all(sources.map(nextOf));
  for (;;) {
    const newest = heads.reduce((best, head) => (isNewer(head, best) ? head : best), undefined);
    const at = heads.indexOf(newest);
    const source = sources[at];
    if (newest === undefined || source === undefined) return;
    yield newest;
    heads[at] = await nextOf(source);
  }
}

async function nextOf(source: Source): Promise<Movement | undefined> {
  const { done, value } = await source.next();
  return done === true ? undefined : value;
}

function isNewer(one: Movement | undefined, other: Movement | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  return (one.block_number - other.block_number || one.transaction_index - other.transaction_index) > 0;
}

type Reader<Row, Cursor> = Readonly<{
  read(after: Cursor | undefined): Promise<{ rows: readonly Row[]; next: Cursor | undefined }>;
  present(row: Row): readonly Movement[];
}>;

async function* readSource<Row, Cursor extends number | Readonly<{ block_number: number }>>(
  budget: ReadBudget,
  { read, present }: Reader<Row, Cursor>,
): Source {
  let after: Cursor | undefined;
  do {
    if (after !== undefined && budget.left <= 0) {
      const block = typeof after === 'number' ? after : after.block_number;
      budget.stoppedAt = Math.max(budget.stoppedAt ?? block, block);
      return;
    }
    budget.left -= 1;
    const { rows, next } = await read(after);
    for (const row of rows) yield* present(row);
    after = next;
  } while (after !== undefined);
}

/** The next cursor behind rows that are a full batch. */
const behind = <Row>(rows: readonly Row[]) => (rows.length < BATCH ? undefined : rows.at(-1));

const NOTHING = { token: null, tokenId: null, fee: null, call: null, isFailed: false } as const;

const SOURCES: Readonly<Record<Kind, (db: Database, scope: Scope, budget: ReadBudget) => Source>> = {
  transaction: (db, { address, blocks }, budget) =>
    readSource<TransactionRow, TransactionRow>(budget, {
      read: async (before) => {
        const rows = await listAddressTransactions(db, address, {
          ...{ role: undefined, before, limit: BATCH, blocks },
        });
        return { rows, next: behind(rows) };
      },
      present: (row) => [toMovement(row, address), ...listMinted(row, address)],
    }),
  call: (db, { address, blocks }, budget) =>
    readSource(budget, {
      read: async (after: Parameters<typeof listValuedInternals>[2]['after']) => {
        const scope = { kind: 'address', address, role: undefined, blocks } as const;
        const page = { after, limit: BATCH, minValue: '1', size: SCANNED };
        const { rows, scannedTo } = await listValuedInternals(db, scope, page);
        return { rows, next: behind(rows) ?? scannedTo };
      },
      present: (row) =>
        row.index === 0
          ? []
          : [
              {
                ...NOTHING,
                kind: 'call',
                ...placeOf(row),
                hash: row.transaction_hash,
                from: row.from_address,
                to: row.is_burnt ? null : (row.to_address ?? row.created_contract),
                amount: BigInt(row.value),
                call: row,
              },
            ],
    }),
  token: (db, { address, blocks }, budget) =>
    readSource(budget, {
      read: async (start: TransferCursor | undefined) => {
        const scope = {
          kind: 'address',
          address,
          direction: undefined,
          types: [],
          token: undefined,
        } as const;
        const rows = await listTransfers(db, { ...scope, blocks }, { start, limit: BATCH });
        const last = behind(rows);
        return {
          rows,
          next: last && {
            ...{ block_number: last.block_number, index: last.log_index },
            belowIndex: last.index_in_batch ?? 0,
          },
        };
      },
      present: (row) => [
        {
          ...NOTHING,
          kind: 'token',
          ...placeOf({ ...row, transaction_index: 0 }),
          hash: row.transaction_hash,
          from: row.from_address,
          to: row.to_address,
          token: row,
          tokenId: row.token_id,
          amount: row.value !== null ? BigInt(row.value) : row.encrypted_amount === null ? 1n : null,
          call: { input: row.input, to_address: row.called },
        },
      ],
    }),
  withdrawal: (db, { address, blocks }, budget) =>
    readSource(budget, {
      read: async (after: PaidWithdrawal | undefined) => {
        const rows = await listWithdrawalsTo(db, address, { blocks, after, limit: BATCH });
        return { rows, next: behind(rows) };
      },
      present: (row) => [
        {
          ...NOTHING,
          kind: 'withdrawal',
          ...placeOf({ ...row, transaction_index: AFTER_TRANSACTIONS }),
          ...{ hash: null, from: null, to: address, amount: BigInt(row.amount) },
        },
      ],
    }),
  reward: (db, { address, blocks }, budget) =>
    readSource(budget, {
      read: async (below: number | undefined) => {
        const rows = await listBlocks(db, { below: below ?? blocks.beyond, limit: BATCH, miner: address });
        const inside = rows.filter(({ number }) => number >= blocks.first);
        return { rows: inside, next: inside.length < BATCH ? undefined : inside.at(-1)?.number };
      },
      present: ({ number, timestamp, priority_fee, transaction_fees }) => {
        const amount = BigInt(priority_fee ?? transaction_fees);
        if (amount === 0n || receiverOf('priority', address)?.equals(address) !== true) return [];
        return [
          {
            ...NOTHING,
            kind: 'reward',
            ...placeOf({ block_number: number, timestamp, transaction_index: AFTER_TRANSACTIONS }),
            ...{ hash: null, from: null, to: address, amount },
          },
        ];
      },
    }),
};

type Place = Pick<Movement, 'block_number' | 'transaction_index' | 'timestamp'>;

function placeOf({ block_number, transaction_index, timestamp }: Place): Place {
  return { block_number, transaction_index, timestamp };
}

/** A failed transaction moves nothing, and is paid for. */
function toMovement(row: TransactionRow, address: Buffer): Movement {
  const isFailed = statusOf(row) === 'error';
  const fee = transactionFee(readFeeSource(row));
  const blobFee = BigInt(row.blob_gas_used ?? 0) * BigInt(row.blob_gas_price ?? 0);
  const isPayer = row.from_address.equals(address) && fee.type === 'actual' && fee.value !== null;
  return {
    ...NOTHING,
    kind: 'transaction',
    ...placeOf({ ...row, transaction_index: row.index }),
    hash: row.hash,
    from: row.from_address,
    to: row.to_address ?? row.created_contract,
    amount: isFailed ? 0n : BigInt(row.value),
    fee: isPayer ? (fee.value ?? 0n) + blobFee : null,
    call: row,
    isFailed,
  };
}

/** What a deposit of the OP Stack created for its sender, also if its execution failed: coin from no account. */
function listMinted(row: TransactionRow, address: Buffer): Movement[] {
  const mint = BigInt(row.mint ?? 0);
  if (mint === 0n || !row.from_address.equals(address)) return [];
  return [{ ...toMovement(row, address), from: null, to: address, amount: mint, fee: null, isFailed: false }];
}
