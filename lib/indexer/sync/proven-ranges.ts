import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { Range } from './plan';

/**
 * Whether blocks of the chain can be proven. `reason` says why not, and `checks` which checks fail (names of `BLOCK_CHECKS`):
 * null and none unless `unprovable`.
 */
export type Provability = Readonly<{
  status: Row<'indexer_state'>['proof_status'];
  reason: string | null;
  checks: readonly string[];
}>;

/** Stores that the blocks of the range are proven. Merges the ranges that it overlaps or touches. */
export async function addProvenRange(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await sql`
    with absorbed as (
      delete from ${db.schema}.proven_ranges
      where from_block between ${startAt(sql, db, from)} and ${to + 1} and to_block >= ${from - 1}
      returning from_block, to_block
    )
    insert into ${db.schema}.proven_ranges (from_block, to_block)
    select least(${from}::bigint, min(from_block)), greatest(${to}::bigint, max(to_block)) from absorbed`;
}

/** Stores that the blocks of the range are not proven any longer. */
export async function removeProvenRange(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await sql`
    with cut as (
      delete from ${db.schema}.proven_ranges
      where from_block between ${startAt(sql, db, from)} and ${to} and to_block >= ${from}
      returning from_block, to_block
    )
    insert into ${db.schema}.proven_ranges (from_block, to_block)
    select rest.* from cut cross join lateral (
      values (from_block, ${from - 1}::bigint), (${to + 1}::bigint, to_block)
    ) as rest (from_block, to_block)
    where rest.from_block <= rest.to_block`;
}

/** The lowest start of a range that may reach a height: of the last one at or below it, as ranges do not overlap. */
function startAt(sql: Transaction, db: Database, height: number): Fragment {
  return sql`coalesce((
    select from_block from ${db.schema}.proven_ranges
    where from_block <= ${height} order by from_block desc limit 1
  ), ${height})`;
}

/** The highest heights of `range` that are not proven, as at most `limit` ranges, the highest first. */
export async function listUnprovenRanges(
  { sql, schema }: Database,
  { from, to }: Range,
  limit: number,
): Promise<Range[]> {
  return sql<Range[]>`
    with bounds as (
      select from_block, to_block from ${schema}.proven_ranges
      where from_block <= ${to} and to_block >= ${from}
      union all values (${to + 1}::bigint, ${to + 1}::bigint)
    ), gaps as (
      select coalesce(lag(to_block) over (order by from_block) + 1, ${from}) as "from", from_block - 1 as "to"
      from bounds
    )
    select "from", "to" from gaps where "from" <= "to" order by "from" desc limit ${limit}`;
}

/** Whether the stored block of this height is proven. */
export async function isProvenAt({ sql, schema }: Database, height: number): Promise<boolean> {
  const rows = await sql`
    select from ${schema}.proven_ranges where from_block <= ${height} and to_block >= ${height}`;
  return rows.length > 0;
}

/** The stored provability of the chain's blocks. */
export async function readProvability({ sql, schema }: Database): Promise<Provability> {
  const [row] = await sql<Provability[]>`
    select proof_status as status, unprovable_reason as reason, unprovable_checks as checks
    from ${schema}.indexer_state`;
  return row ?? { status: 'unknown', reason: null, checks: [] };
}

/** Stores whether the chain's blocks can be proven. */
export async function storeProvability(
  { sql, schema }: Database,
  { status, reason, checks }: Provability,
): Promise<void> {
  await sql`
    update ${schema}.indexer_state
    set proof_status = ${status}, unprovable_reason = ${reason},
      unprovable_checks = ${toArrayLiteral(checks)}::text[]
    where (proof_status, unprovable_reason, unprovable_checks)
      is distinct from (${status}::text, ${reason}::text, ${toArrayLiteral(checks)}::text[])`;
}
