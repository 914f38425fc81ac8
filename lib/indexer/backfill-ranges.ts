import { dropAllParts } from '@/lib/db/drop-parts';
import type { Database } from '@/lib/db/open-database';
import { openPart } from '@/lib/db/part-schema';
import { isLedSql } from './leader-lock';
import type { Range } from './plan';

/**
 * Blocks that one process indexes beside the index. `isDone`: its part waits to be joined; `isClaimed`: one is at it;
 * `isOutrun`: the index has reached it meanwhile, so that its part cannot be joined.
 */
export type BackfillRange = Range & Readonly<{ isDone: boolean; isClaimed: boolean; isOutrun: boolean }>;

/** How many ranges there are before the first of them is joined: what is done waits on disk. */
const MAX_PLANNED = 32;

/** The ranges of an index that are not joined yet, in order; none where there is no index. */
export async function listBackfill(db: Database): Promise<BackfillRange[]> {
  if (!(await hasRanges(db))) return [];
  const prefix = openPart(db, 0).name.slice(0, -1);
  return db.sql<BackfillRange[]>`
    select from_block as "from", to_block as "to", is_done as "isDone",
      ${isLedSql(db, db.sql`${prefix}::text || from_block`)} as "isClaimed",
      from_block <= coalesce((select tip_number from ${db.schema}.indexer_state), -1) as "isOutrun"
    from ${db.schema}.backfill_ranges order by from_block`;
}

async function hasRanges({ sql, name }: Database): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`
    select to_regclass(${`${name}.backfill_ranges`}) is not null as exists`;
  return row?.exists ?? false;
}

/** Adds ranges of `blocks` each, from behind those that are there, or behind `reached`, up to `limit`. */
export async function planBackfill(
  db: Database,
  { reached, limit, blocks }: Readonly<{ reached: number; limit: number; blocks: number }>,
): Promise<BackfillRange[]> {
  const planned = await listBackfill(db);
  const end = Math.max(reached, planned.at(-1)?.to ?? reached);
  const count = Math.min(MAX_PLANNED - planned.length, Math.floor((limit - end) / blocks));
  if (count <= 0) return planned;
  await db.sql`
    insert into ${db.schema}.backfill_ranges (from_block, to_block)
    select ${end + 1}::bigint + at * ${blocks}::bigint, ${end}::bigint + (at + 1) * ${blocks}::bigint
    from generate_series(0, ${count - 1}::bigint) as at
    on conflict do nothing`;
  return listBackfill(db);
}

/** Notes whether the part of a range is whole. False when there is no such range any more. */
export async function noteDone(
  { sql, schema }: Database,
  { from, to }: Range,
  isDone: boolean,
): Promise<boolean> {
  const rows = await sql`
    update ${schema}.backfill_ranges set is_done = ${isDone}
    where from_block = ${from} and to_block = ${to} returning 1`;
  return rows.length > 0;
}

/** Removes what of a range is indexed already, up to `reached`; all of it, if that is above. */
export async function cutRange(
  { sql, schema }: Database,
  { from, to }: Range,
  reached: number,
): Promise<void> {
  if (reached >= to) await sql`delete from ${schema}.backfill_ranges where from_block = ${from}`;
  else
    await sql`
      update ${schema}.backfill_ranges set from_block = ${reached + 1}, is_done = false where from_block = ${from}`;
}

/** Removes all ranges, and what is indexed of them; returns how many there were. */
export async function dropBackfill(db: Database): Promise<number> {
  const { sql, schema, name } = db;
  const { count } = (await hasRanges(db)) ? await sql`delete from ${schema}.backfill_ranges` : { count: 0 };
  await dropAllParts(sql, name);
  return count;
}
