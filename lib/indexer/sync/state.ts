import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';

/** The latest indexed block; undefined while the index is empty. */
export type Tip = Readonly<{ number: number; hash: Buffer }> | undefined;

/** In blocks; so far the index may be behind without having missed what changes. */
const NEAR_HEAD = 1_000;

type StateRow = { first_block: number; tip_number: number | null; tip_hash: Buffer | null };

/** Creates the state row; returns the tip. Throws AppError `chain_mismatch` when the index starts at another height. */
export async function openState(db: Database, firstBlock: number): Promise<Tip> {
  await db.sql`
    insert into ${db.schema}.indexer_state as stored (first_block) values (${firstBlock})
    on conflict (only_row) do update set first_block = excluded.first_block, genesis_hash = null
    where stored.tip_number is null`;
  const [row] = await db.sql<StateRow[]>`
    select first_block, tip_number, tip_hash from ${db.schema}.indexer_state`;
  if (row && row.first_block !== firstBlock) {
    throw new AppError(
      'chain_mismatch',
      `The index of chain ${db.chainId} begins at block ${row.first_block}, not at ${firstBlock}: set START_BLOCK to ${row.first_block}, or drop what is indexed with 'npm run migrate -- --drop ${db.chainId}'.`,
    );
  }
  return toTip(row);
}

/**
 * The tip and the next height. Locks the state row until the transaction ends, which serializes writers. Throws AppError
 * `not_leader` when the term of `db` is over.
 */
export async function lockState(sql: Transaction, db: Database): Promise<{ tip: Tip; next: number }> {
  const [row] = await sql<(StateRow & { term: number })[]>`
    select first_block, tip_number, tip_hash, term from ${db.schema}.indexer_state, ${db.schema}.leader for update`;
  if (row && db.term !== undefined && row.term !== db.term) {
    throw new AppError('not_leader', `Another process took over chain ${db.chainId}; nothing was written.`);
  }
  const tip = toTip(row);
  return { tip, next: tip ? tip.number + 1 : (row?.first_block ?? 0) };
}

/** The stored tip. */
export async function findTip(db: Database): Promise<Tip> {
  const [row] = await db.sql<StateRow[]>`
    select first_block, tip_number, tip_hash from ${db.schema}.indexer_state`;
  return toTip(row);
}

/**
 * Condition that contracts read by now may have been read before this height: it is not far below the node's head, where
 * they are read.
 */
export function isNearHead({ sql, schema }: Database, height: number): Fragment {
  return sql`exists (
    select from ${schema}.indexer_state where coalesce(remote_head, 0) - ${NEAR_HEAD}::bigint <= ${height}::bigint
  )`;
}

/** The stored hash at a height; undefined when it is not indexed. */
export async function findBlockHash(db: Database, height: number): Promise<Buffer | undefined> {
  const [row] = await db.sql<{ hash: Buffer }[]>`
    select hash from ${db.schema}.blocks where number = ${height}`;
  return row?.hash;
}

/** Stores the node's head, whether it offers traces, where indexing ends, and a stored block that is finalized. */
export async function storeNodeState(
  db: Database,
  node: { remoteHead: number; hasTraces: boolean; endBlock: number | null; finalized: number | null },
): Promise<void> {
  await db.sql`
    update ${db.schema}.indexer_state set
      remote_head = ${node.remoteHead},
      has_traces = ${node.hasTraces},
      end_block = ${node.endBlock},
      finalized_block = greatest(finalized_block, ${node.finalized}::bigint)
    where (remote_head, has_traces, end_block)
        is distinct from (${node.remoteHead}::bigint, ${node.hasTraces}::boolean, ${node.endBlock}::bigint)
      or coalesce(finalized_block, -1) < ${node.finalized}::bigint`;
}

function toTip(row: StateRow | undefined): Tip {
  if (!row || row.tip_number === null || row.tip_hash === null) return undefined;
  return { number: row.tip_number, hash: row.tip_hash };
}
