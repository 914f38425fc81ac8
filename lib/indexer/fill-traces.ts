import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { addToAddressCounts, removeFromAddressCounts } from './address-counts';
import type { Batch } from './batch';
import { lockState } from './state';
import { addToPeriods, recountContracts, removeFromPeriods } from './stats';
import { copyTracedTables } from './write';
import { writeAddresses } from './write-addresses';

/** Tables with data from traces, and their height columns. */
const TRACED = [
  ['blocks', 'number'],
  ['transactions', 'block_number'],
  ['internal_transactions', 'block_number'],
] as const;

/** Writes traces of a stored block and all that follows from them in one transaction; false for another block. */
export async function fillTraces(db: Database, batch: Batch): Promise<boolean> {
  const [rows] = batch.blocks;
  if (!rows) return false;
  const { number: height, hash } = rows.block;
  return runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    const [stored] = await sql<
      { hash: Buffer }[]
    >`select hash from ${db.schema}.blocks where number = ${height}`;
    if (!stored?.hash.equals(hash)) return false;
    const range = { from: height, to: height };
    const heights = [height, ...(await listLaterCreations(sql, db, { batch, height }))];
    for (const at of heights) await removeFromPeriods(sql, db, { from: at, to: at });
    await removeFromAddressCounts(sql, db, range);
    for (const [table, column] of TRACED)
      await sql`delete from ${db.schema}.${sql(table)} where ${sql(column)} = ${height}`;
    await copyTracedTables(sql, db, batch);
    const { added } = await writeAddresses(sql, db, batch);
    await recountContracts(sql, db, heights);
    for (const at of heights) await addToPeriods(sql, db, { from: at, to: at });
    await addToAddressCounts(sql, db, range);
    await sql`update ${db.schema}.indexer_state set addresses_count = addresses_count + ${added}`;
    await sql`delete from ${db.schema}.trace_backlog where block_number = ${height}`;
    return true;
  });
}

/** Stored heights of contract creations that the batch moves to an earlier block. */
async function listLaterCreations(
  sql: Transaction,
  db: Database,
  { batch, height }: { batch: Batch; height: number },
): Promise<number[]> {
  const created = [...batch.addresses.values()].filter(({ created_block }) => created_block !== null);
  const rows = await sql<{ created_block: number }[]>`
    select distinct created_block from ${db.schema}.addresses
    where address = any(${toArrayLiteral(created.map(({ address }) => address))}::bytea[])
      and created_block > ${height}`;
  return rows.map(({ created_block }) => created_block);
}
