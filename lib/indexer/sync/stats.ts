import { toArrayLiteral } from '@/lib/db/array-literal';
import { copyRows } from '@/lib/db/copy-rows';
import type { Database, Transaction } from '@/lib/db/open-database';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import type { WrittenBlock } from './batch';
import { addParticipations, removeParticipations } from './participations';
import type { Range } from './plan';

const FIGURES = CHAIN_COLUMNS.block_stats.filter((column) => column !== 'block_number' && column !== 'day');
const FIGURE_LIST = FIGURES.join(', ');
const SUMS = FIGURES.map((figure) => `s * sum(${figure})`).join(', ');
const ADDITIONS = FIGURES.map((figure) => `${figure} = stored.${figure} + excluded.${figure}`).join(', ');

/** Inserts the figures of blocks. `contracts` counts new contracts by height; the tokens must be stored. */
export async function insertBlockStats(
  sql: Transaction,
  db: Database,
  added: { blocks: readonly WrittenBlock[]; contracts: ReadonlyMap<number, number>; range: Range },
): Promise<void> {
  const tokens = await countNewTokens(sql, db, added.range);
  const rows = added.blocks.flatMap(({ stats }) => {
    if (!stats) return [];
    const new_contracts = added.contracts.get(stats.block_number) ?? 0;
    return [{ ...stats, new_contracts, new_tokens: tokens.get(stats.block_number) ?? 0 }];
  });
  await copyRows(sql, { db, table: 'block_stats', columns: CHAIN_COLUMNS.block_stats }, rows);
}

/** Adds the stored blocks of the range to the figures of days, weeks, months and years. */
export async function addToPeriods(sql: Transaction, db: Database, range: Range): Promise<void> {
  const isOrdered = await isNewest(sql, db, range);
  await mergeDays(sql, db, { range, sign: 1 });
  await addParticipations(sql, db, { range, isOrdered });
}

/** Subtracts the stored blocks of the range: the exact inverse of `addToPeriods`. */
export async function removeFromPeriods(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeDays(sql, db, { range, sign: -1 });
  const isOrdered = await isNewest(sql, db, range);
  await removeParticipations(sql, db, { range, isOrdered });
  await sql`delete from ${db.schema}.daily_stats where blocks = 0`;
}

/** Recounts the new contracts and tokens of blocks; their days must be added afterwards. */
export async function recountNew(sql: Transaction, db: Database, heights: readonly number[]): Promise<void> {
  await sql`
    update ${db.schema}.block_stats s set
      new_contracts = (
        select count(*) from ${db.schema}.addresses a where a.created_block = s.block_number
      ),
      new_tokens = (
        select count(*) from ${db.schema}.tokens t where t.first_seen_block = s.block_number
      )
    where block_number = any(${toArrayLiteral(heights)}::bigint[])`;
}

/** True when no day with blocks is later than the first day of the range. */
async function isNewest(sql: Transaction, db: Database, { from, to }: Range): Promise<boolean> {
  const [found] = await sql`
    select 1 from ${db.schema}.daily_stats
    where blocks > 0 and day > (
      select min(day) from ${db.schema}.block_stats where block_number between ${from} and ${to}
    )
    limit 1`;
  return found === undefined;
}

async function countNewTokens(
  sql: Transaction,
  db: Database,
  { from, to }: Range,
): Promise<Map<number, number>> {
  const rows = await sql<{ block: number; count: number }[]>`
    select first_seen_block as block, count(*) as count from ${db.schema}.tokens
    where first_seen_block between ${from} and ${to} group by 1`;
  return new Map(rows.map(({ block, count }) => [block, count]));
}

async function mergeDays(
  sql: Transaction,
  db: Database,
  { range, sign }: { range: Range; sign: 1 | -1 },
): Promise<void> {
  await sql`
    insert into ${db.schema}.daily_stats as stored (day, ${sql.unsafe(FIGURE_LIST)})
    select day, ${sql.unsafe(SUMS)}
    from ${db.schema}.block_stats cross join (select ${sign}::integer as s) as sign
    where block_number between ${range.from} and ${range.to}
    group by day, s
    on conflict (day) do update set ${sql.unsafe(ADDITIONS)}`;
}
