import type { CallContext } from '@/lib/api/implement';
import { listTransactionLogs } from '@/lib/api/log/query';
import { presentTransfer } from '@/lib/api/token-transfer/present';
import { listTransactionTransfers } from '@/lib/api/token-transfer/query';
import { loadReceiptTransfers } from '@/lib/api/token-transfer/receipt-loader';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type CallFrame, MAX_FRAME_LOGS } from '@/lib/endpoints/call-tree';
import { placeLogs } from '@/lib/evm/place-logs';
import type { LoadedCalls } from './loader';

/** Logs that are placed, and transfers of a page. */
const MAX_LOGS = 1_000;
const MAX_TRANSFERS = 200;

/** The logs of the calls of a transaction: positions in its tree by log index. */
export type PlacedLogs = ReadonlyMap<number, number>;

/** Loads the logs that are placed without doubt; none where a part of the calls or logs is missing. */
export async function loadPlacedLogs(
  { db }: CallContext,
  row: TransactionRow,
  { tree, count }: LoadedCalls,
): Promise<PlacedLogs> {
  if (row.status === 0 || tree.length < count) return new Map();
  const all = { hash: row.hash, address: undefined, topics: undefined };
  const logs = await listTransactionLogs(db, all, { after: -1, limit: MAX_LOGS + 1 });
  const emitted = logs.flatMap(({ log_index: index, address, topic0, topic1, topic2, topic3, data }) =>
    data === null
      ? []
      : [{ index, address, topics: [topic0, topic1, topic2, topic3].flatMap((topic) => topic ?? []), data }],
  );
  return emitted.length > MAX_LOGS || emitted.length < logs.length ? new Map() : placeLogs(tree, emitted);
}

type FrameLogs = Pick<CallFrame, 'log_indexes' | 'token_transfers'>;

/** What the calls at these positions logged, by position. */
export async function loadFrameLogs(
  context: CallContext,
  row: TransactionRow,
  { placed, shown }: Readonly<{ placed: PlacedLogs; shown: readonly number[] }>,
): Promise<ReadonlyMap<number, FrameLogs>> {
  const logsOf = new Map<number, number[]>(shown.map((position) => [position, []]));
  for (const [index, position] of placed) {
    const known = logsOf.get(position);
    if (known && known.length < MAX_FRAME_LOGS) known.push(index);
  }
  const wanted = new Set([...logsOf.values()].flat());
  const page = { start: undefined, types: [], limit: MAX_LOGS };
  const found = wanted.size === 0 ? [] : await listTransactionTransfers(context.db, row.hash, page);
  const rows = found.filter(({ log_index: index }) => wanted.has(index)).slice(0, MAX_TRANSFERS);
  const shared = rows.length === 0 ? undefined : await loadReceiptTransfers(context, row, rows);
  const transfers = shared === undefined ? [] : rows.map((one) => presentTransfer(one, shared));
  return new Map(
    [...logsOf].map(([position, indexes]) => {
      const own = new Set(indexes);
      return [
        position,
        {
          log_indexes: indexes.sort((left, right) => left - right),
          token_transfers: transfers.filter(({ log_index: index }) => own.has(index)),
        },
      ];
    }),
  );
}
