import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { BUILDER_FLAG } from '@/lib/evm/builder-index';

/** A block; quantities are decimal strings, the timestamp is in Unix seconds. */
export type BlockRow = Row<'blocks'>;

/** A block by height or hash, or undefined. */
export async function findBlock(
  db: Database,
  id: { number: number } | { hash: Buffer },
): Promise<BlockRow | undefined> {
  const condition = 'hash' in id ? db.sql`hash = ${id.hash}` : db.sql`number = ${id.number}`;
  const rows = await db.sql<
    BlockRow[]
  >`select * from ${db.schema}.blocks where ${condition} order by number desc limit 1`;
  return rows[0];
}

/** What a block's slot says: slots of the consensus layer since its parent, null where that has none, and withdrawals of builders. */
export type SlotRow = Readonly<{
  number: number;
  since_parent: string | null;
  builder_withdrawals: number;
  builder_amount: string;
}>;

/** Slots and withdrawals of builders, amounts in wei, of those of the blocks whose header has a slot. */
export async function listSlots(
  { sql, schema }: Database,
  heights: readonly number[],
): Promise<readonly SlotRow[]> {
  return await sql<SlotRow[]>`
    select b.number, b.slot_number - parent.slot_number as since_parent, of_builders.*
    from ${schema}.blocks b
    left join ${schema}.blocks parent on parent.number = b.number - 1
    cross join lateral (
      select count(*)::integer as builder_withdrawals, coalesce(sum(amount), 0) as builder_amount
      from ${schema}.withdrawals w
      where w.block_number = b.number and div(w.validator_index, ${String(BUILDER_FLAG)}::numeric) % 2 = 1
    ) of_builders
    where b.number = any(${toArrayLiteral(heights)}::bigint[]) and b.slot_number is not null`;
}

/** The latest indexed block, or undefined. */
export async function findLatestBlock(db: Database): Promise<BlockRow | undefined> {
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  return newest;
}

/** Blocks below a height, newest first, or above it, oldest first; optionally of one fee recipient. */
export async function listBlocks(
  db: Database,
  page: { below: number | undefined; limit: number; miner?: Buffer; isOldestFirst?: boolean },
): Promise<BlockRow[]> {
  const [direction, comparison] = page.isOldestFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const isBelow = page.below === undefined ? db.sql`true` : db.sql`number ${comparison} ${page.below}`;
  const isOf = page.miner === undefined ? db.sql`` : db.sql`and miner = ${page.miner}`;
  return await db.sql<BlockRow[]>`
    select * from ${db.schema}.blocks where ${isBelow} ${isOf} order by number ${direction} limit ${page.limit}`;
}

/**
 * Mean block time in ms of the 100 blocks before the latest 100, else of the latest 100, without blocks 0 and 1;
 * undefined with fewer than two.
 */
export async function findAverageBlockTimeMs(db: Database): Promise<number | undefined> {
  const rows = await db.sql<{ milliseconds: string | null }[]>`
    with newest as (
      select number, timestamp, row_number() over (order by number desc) as rank
      from ${db.schema}.blocks where number > 1 order by number desc limit 200
    ), averages as (
      select skipped, round(1000 * (max(timestamp) - min(timestamp))::numeric / nullif(count(*) - 1, 0))
        as milliseconds
      from newest cross join (values (100), (0)) as choice (skipped)
      where rank > skipped and rank <= skipped + 100
      group by skipped
    )
    select milliseconds from averages where milliseconds is not null order by skipped desc limit 1`;
  const milliseconds = rows[0]?.milliseconds;
  return milliseconds === null || milliseconds === undefined ? undefined : Number(milliseconds);
}

/** Blocks `first` up to, not including, `beyond`; possibly none. */
export type BlockRange = Readonly<{ first: number; beyond: number }>;

/** Condition that rows are of a range of blocks, after another one; empty without a range. `row` is their table's name. */
export function andInBlocks(db: Database, row: Fragment, blocks: BlockRange | undefined): Fragment {
  if (blocks === undefined) return db.sql``;
  return db.sql`and ${row}.block_number >= ${blocks.first}::bigint and ${row}.block_number < ${blocks.beyond}::bigint`;
}

/** Blocks of an inclusive period in Unix seconds. */
export async function findBlockRange(
  db: Database,
  period: Readonly<{ from_period?: number | undefined; to_period?: number | undefined }>,
): Promise<BlockRange> {
  const from = period.from_period ?? 0;
  const to = period.to_period ?? Number.MAX_SAFE_INTEGER;
  const rows = await db.sql<{ first: number | null; last: number | null }[]>`
    select
      (select number from ${db.schema}.blocks where timestamp >= ${from} order by timestamp, number limit 1) as first,
      (select number from ${db.schema}.blocks where timestamp <= ${to}
        order by timestamp desc, number desc limit 1) as last`;
  const { first, last } = rows[0] ?? { first: null, last: null };
  return { first: first ?? Number.MAX_SAFE_INTEGER, beyond: (last ?? -1) + 1 };
}

/** Height of the block nearest to a time in Unix seconds, at it or on one side of it; undefined without any. */
export async function findBlockAtTime(
  db: Database,
  time: number,
  side: 'before' | 'after',
): Promise<number | undefined> {
  const rows =
    side === 'before'
      ? await db.sql<{ number: number }[]>`
          select number from ${db.schema}.blocks where timestamp <= ${time}
          order by timestamp desc, number desc limit 1`
      : await db.sql<{ number: number }[]>`
          select number from ${db.schema}.blocks where timestamp >= ${time} order by timestamp, number limit 1`;
  return rows[0]?.number;
}
