import { toArrayLiteral } from '@/lib/db/array-literal';
import { copyRows } from '@/lib/db/copy-rows';
import type { Database, Transaction } from '@/lib/db/open-database';
import { CHAIN_COLUMNS, type NewRow, type Row } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { decodeFheEvents } from '@/lib/fhe/events';
import { HANDLE_TOPICS, listHandleLogs } from '@/lib/fhe/handle-logs';
import { type DecodeSettings, decodeHandleRow } from '@/lib/indexer/sync/decode';
import { lockState } from '@/lib/indexer/sync/state';

const BLOCKS = 50;

type FillSource = DecodeSettings & Readonly<{ db: Database }>;

/**
 * Writes the logs that name handles of the highest `blocks` that were indexed before there was a table for them. False when
 * none were left.
 */
export async function fillHandles({ db, executors }: FillSource, blocks = BLOCKS): Promise<boolean> {
  return runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    const [state] = await sql<{ below: number | null; first_block: number }[]>`
      select fhe_handles_below as below, first_block from ${db.schema}.indexer_state`;
    if (!state || state.below === null) return false;
    const from = Math.max(state.first_block, state.below - blocks);
    const rows = await decodeRange(sql, db, { from, below: state.below, executors });
    await sql`delete from ${db.schema}.fhe_handle_logs where block_number >= ${from} and block_number < ${state.below}`;
    await copyRows(sql, { db, table: 'fhe_handle_logs', columns: CHAIN_COLUMNS.fhe_handle_logs }, rows);
    const isLast = from <= state.first_block;
    await sql`update ${db.schema}.indexer_state set fhe_handles_below = ${isLast ? null : from}`;
    return true;
  });
}

async function decodeRange(
  sql: Transaction,
  db: Database,
  { from, below, executors }: DecodeSettings & Readonly<{ from: number; below: number }>,
): Promise<NewRow<'fhe_handle_logs'>[]> {
  const logs = await sql<Row<'logs'>[]>`
    select * from ${db.schema}.logs
    where block_number >= ${from} and block_number < ${below}
      and topic0 = any(${toArrayLiteral(HANDLE_TOPICS)}::bytea[])
    order by block_number, transaction_index, log_index`;
  const byTransaction = new Map<string, Row<'logs'>[]>();
  for (const row of logs) {
    const key = `${row.block_number} ${row.transaction_index}`;
    const known = byTransaction.get(key);
    if (known) known.push(row);
    else byTransaction.set(key, [row]);
  }
  return [...byTransaction.values()].flatMap((rows) => {
    const decoded = rows.map(({ log_index, address, topic0, topic1, topic2, topic3, data }) => ({
      logIndex: log_index,
      address,
      topics: [topic0, topic1, topic2, topic3].filter((topic) => topic !== null),
      data,
    }));
    const operations = decodeFheEvents(decoded, executors);
    const [position] = rows;
    return position === undefined
      ? []
      : listHandleLogs(decoded, { operations, executors }).map((log) => decodeHandleRow(position, log));
  });
}
