import type { Database, Fragment } from '@/lib/db/open-database';

/** Proven heights, both inclusive. */
export type ProvenRange = Readonly<{ from: number; to: number }>;

/** How many blocks are proven, and the highest range of them. */
export type ProvenSummary = Readonly<{ blocks: number; from: number | null; to: number | null }>;

/** The proof state of the index. */
export async function summarizeProven({ sql, schema }: Database): Promise<ProvenSummary> {
  const [row] = await sql<ProvenSummary[]>`
    select coalesce(sum(to_block - from_block + 1), 0)::bigint as blocks,
      max(from_block) as "from", max(to_block) as "to"
    from ${schema}.proven_ranges`;
  return row ?? { blocks: 0, from: null, to: null };
}

const MAX_RANGES = 1_000;

/** The proven ranges that overlap the heights from `first` to `last`: few, as they are disjoint and not adjacent. */
export async function listProvenRanges(
  { sql, schema }: Database,
  { first, last }: Readonly<{ first: number; last: number }>,
): Promise<ProvenRange[]> {
  return await sql<ProvenRange[]>`
    select from_block as "from", to_block as "to" from ${schema}.proven_ranges
    where from_block <= ${last}
      and from_block >= coalesce((
        select max(from_block) from ${schema}.proven_ranges where from_block <= ${first}
      ), ${first})
    order by from_block limit ${MAX_RANGES}`;
}

/** Whether the block at a height is proven. */
export async function isProven(db: Database, height: number): Promise<boolean> {
  return isInRanges(await listProvenRanges(db, { first: height, last: height }), height);
}

/** Whether a height is in one of the ranges. */
export function isInRanges(ranges: readonly ProvenRange[], height: number): boolean {
  return ranges.some(({ from, to }) => from <= height && height <= to);
}

/** The end of the last proven range that begins at or below a height, null if there is none. */
export function provenEnd({ sql, schema }: Database, height: Fragment): Fragment {
  return sql`(
    select to_block from ${schema}.proven_ranges where from_block <= ${height}
    order by from_block desc limit 1
  )`;
}
