import { toArrayLiteral } from '@/lib/db/array-literal';
import { copyEncoded } from '@/lib/db/copy-rows';
import type { Database, Transaction } from '@/lib/db/open-database';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { scheduleProxyRefresh } from '@/lib/indexer/enrich/proxies';
import { addToAddressCounts } from './address-counts';
import { addToBalances } from './balances';
import type { Batch, WrittenBlock } from './batch';
import type { EncodedBatch } from './encode-batch';
import { markMined } from './mark-mined';
import { addProvenRange } from './proven-ranges';
import { lockState, type Tip } from './state';
import { addToPeriods, insertBlockStats } from './stats';
import { addHeights } from './transaction-heights';
import { writeAddresses } from './write-addresses';
import { writePools } from './write-pools';
import { writeTokens } from './write-tokens';

/**
 * How a write ended. `orphaned`: the batch's parent is not the stored tip. `outrun`: the batch does not start after
 * the tip, because something else wrote or removed blocks. Both wrote nothing.
 */
export type WriteOutcome = 'written' | 'orphaned' | 'outrun';

/** Writes consecutive blocks and all derived data in ONE transaction. No block content makes this fail. */
export async function writeBatch(db: Database, batch: EncodedBatch): Promise<WriteOutcome> {
  return runTransaction(db.sql, async (sql) => {
    const outcome = checkContinuity(batch, await lockState(sql, db));
    if (outcome !== 'written') return outcome;
    const counts = await writeAddresses(sql, db, batch);
    await scheduleProxyRefresh(sql, db, batch);
    await writeTokens(sql, db, batch);
    await copyTables(sql, db, batch);
    const numbers = batch.blocks.map(({ block }) => block.number);
    const range = { from: Math.min(...numbers), to: Math.max(...numbers) };
    await insertBlockStats(sql, db, { blocks: batch.blocks, contracts: counts.contracts, range });
    await markMined(sql, db, { ...range, now: Date.now() });
    await addToPeriods(sql, db, range);
    await addToAddressCounts(sql, db, range);
    await addToBalances(sql, db, range);
    await addToBacklog(sql, db, batch);
    for (const proven of batch.proven) await addProvenRange(sql, db, proven);
    await moveTip(sql, db, { batch, addedAddresses: counts.added });
    return outcome;
  });
}

function checkContinuity({ blocks }: EncodedBatch, { tip, next }: { tip: Tip; next: number }): WriteOutcome {
  const first = blocks[0]?.block;
  if (first?.number !== next) return 'outrun';
  return tip === undefined || first.parent_hash.equals(tip.hash) ? 'written' : 'orphaned';
}

/** Copies the rows of consecutive blocks into their tables, and adds the pools that they show. */
export async function copyTables(
  sql: Transaction,
  db: Database,
  { blocks, copies, pools }: EncodedBatch,
): Promise<void> {
  for (const { table, chunks } of copies)
    await copyEncoded(sql, { db, table, columns: CHAIN_COLUMNS[table] }, chunks);
  const numbers = blocks.map(({ block }) => block.number);
  await addHeights(sql, db, { from: Math.min(...numbers), to: Math.max(...numbers) });
  await writePools(sql, db, pools);
}

/** Schedules another fetch of blocks that are stored without their traces. */
export async function addToBacklog(
  sql: Transaction,
  db: Database,
  { untraced }: Pick<Batch, 'untraced'>,
): Promise<void> {
  if (untraced.length === 0) return;
  const heights = toArrayLiteral(untraced.map(({ height }) => height));
  await sql`
    insert into ${db.schema}.trace_backlog (block_number, next_attempt)
    select height, ${Date.now()} from unnest(${heights}::bigint[]) as given (height)`;
}

async function moveTip(
  sql: Transaction,
  db: Database,
  { batch, addedAddresses }: { batch: EncodedBatch; addedAddresses: number },
): Promise<void> {
  const last = batch.blocks.at(-1)?.block;
  if (!last) return;
  await sql`
    update ${db.schema}.indexer_state set
      tip_number = ${last.number},
      tip_hash = ${last.hash},
      blocks_count = blocks_count + ${batch.blocks.length}`;
  await addTotals(sql, db, { batch, addedAddresses });
}

/** Adds the batch to the totals of the index. */
export async function addTotals(
  sql: Transaction,
  db: Database,
  { batch, addedAddresses }: { batch: Batch<WrittenBlock>; addedAddresses: number },
): Promise<void> {
  const withdrawals = batch.blocks.flatMap((rows) => rows.withdrawals);
  const withdrawn = withdrawals.reduce((sum, { amount }) => sum + amount, 0n);
  const transactions = batch.blocks.reduce((sum, { block }) => sum + block.transactions_count, 0);
  await sql`
    update ${db.schema}.indexer_state set
      transactions_count = transactions_count + ${transactions},
      addresses_count = addresses_count + ${addedAddresses},
      withdrawals_count = withdrawals_count + ${withdrawals.length},
      withdrawals_sum = withdrawals_sum + ${String(withdrawn)}::numeric`;
}
