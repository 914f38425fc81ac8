import type { Database, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { Range } from './plan';

/** Stores the heights of the transactions of new blocks, once enabled: see `fillHeights`. */
export async function addHeights(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await sql`
    insert into ${db.schema}.transaction_heights (prefix, block_number)
    select substring(t.hash for 7), t.block_number
    from ${db.schema}.indexer_state s
    join ${db.schema}.transactions t on t.block_number between greatest(s.heights_from, ${from}::bigint) and ${to}
    where s.heights_from is not null
    order by 1
    on conflict do nothing`;
}

/** Reverts `addHeights`, before the transactions are deleted. */
export async function removeHeights(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await sql`
    delete from ${db.schema}.transaction_heights h using ${db.schema}.transactions t
    where t.block_number between ${from} and ${to}
      and h.prefix = substring(t.hash for 7) and h.block_number = t.block_number`;
}

/** Transactions per step, rounded to whole blocks: writers wait at most a second for one. */
const STEP = 20_000;

type HeightsState = Readonly<{
  first_block: number;
  tip_number: number | null;
  heights_from: number | null;
}>;

/**
 * Stores the heights of all transactions: of new blocks from now on, then downwards those of stored blocks.
 * Continues an interrupted run; `note` gets the height reached.
 */
export async function fillHeights(db: Database, note: (height: number) => void): Promise<void> {
  while (!(await runTransaction(db.sql, (sql) => fillStep(sql, db, note))));
}

async function fillStep(sql: Transaction, db: Database, note: (height: number) => void): Promise<boolean> {
  const [state] = await sql<HeightsState[]>`
    select first_block, tip_number, heights_from from ${db.schema}.indexer_state for update`;
  if (!state) return true;
  const { first_block: first, tip_number: tip, heights_from: reached } = state;
  if (reached !== null && reached <= first) return true;
  const beyond = reached ?? (tip ?? first - 1) + 1;
  const from = reached === null ? beyond : await findStep(sql, db, { first, beyond });
  await sql`update ${db.schema}.indexer_state set heights_from = ${from}`;
  // an indexer of an older version may have written addresses without their last block until now
  if (reached === null)
    await sql`update ${db.schema}.indexer_state set last_blocks_since = greatest(last_blocks_since, tip_number)`;
  if (from < beyond) await addHeights(sql, db, { from, to: beyond - 1 });
  note(from);
  return false;
}

/** The height at which a step downwards from `beyond` ends. */
async function findStep(
  sql: Transaction,
  db: Database,
  { first, beyond }: Readonly<{ first: number; beyond: number }>,
): Promise<number> {
  const [row] = await sql<{ block_number: number }[]>`
    select block_number from ${db.schema}.transactions where block_number < ${beyond}
    order by block_number desc, index desc offset ${STEP} limit 1`;
  return Math.max(first, row?.block_number ?? first);
}
