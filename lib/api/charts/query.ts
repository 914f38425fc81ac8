import type { Database } from '@/lib/db/open-database';

/** Additive columns of `daily_stats`. */
export const DAILY_FIGURES = [
  'blocks',
  'transactions',
  'successful_transactions',
  'native_coin_transfers',
  'new_accounts',
  'new_builders',
  'new_contracts',
  'new_tokens',
  'gas_used',
  'gas_limit',
  'block_size',
  'gas_price_sum',
  'fee_sum',
  'authorizations',
  'user_operations',
  'new_wallets',
  'op_stack_system_transactions',
  'arbitrum_system_transactions',
  'fhe_operations',
  'fhe_transactions',
  'confidential_transfers',
  'hcu',
] as const;
/** A column of `daily_stats`. */
export type DailyFigure = (typeof DAILY_FIGURES)[number];

/** Role of an account in the table `participations`. */
export type ParticipantRole =
  | 'sender'
  | 'builder'
  | 'wallet'
  | 'bundler'
  | 'paymaster'
  | 'factory'
  | 'fhe_caller'
  | 'fhe_opener';
/** Counted column of `period_counts`; `times`: how often the contracts of the chain's fhEVM deployments did it. */
export type PeriodCount = 'active' | 'recurring_60' | 'recurring_90' | 'recurring_120' | 'times';

/** Inclusive range of days since 1970-01-01. */
export type DayRange = Readonly<{ from: number; to: number }>;
/** The first and last day with blocks. */
export type IndexedDays = Readonly<{
  first: number;
  last: number;
  /** Whether the index begins after block 0: the first day is then known in part. */
  isLate: boolean;
}>;
/** The requested figures of a day, as decimal integers. */
export type DayRow = Readonly<{ day: number; figures: Readonly<Partial<Record<DailyFigure, string>>> }>;
/** First day of a period and its count, a decimal integer. */
export type PeriodRow = Readonly<{ day: number; value: string }>;

/** The first and last day with blocks; undefined when nothing is indexed. */
export async function findStatsRange(db: Database): Promise<IndexedDays | undefined> {
  const rows = await db.sql<Bounds[]>`select bounds.* from (${selectBounds(db)}) bounds`;
  return toIndexedDays(rows[0]);
}

/** Range and grouping: a row per day, or per period (keyed by its first day) with sums. */
export type DaysRead = DayRange & Readonly<{ by: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'; isTotal: boolean }>;

/**
 * Daily figures; days without blocks are missing. `isTotal` adds a row for the day before `from` with the sums of
 * all earlier days. Undefined when nothing is indexed.
 */
export async function readDays(
  db: Database,
  figures: readonly DailyFigure[],
  { from, to, by, isTotal }: DaysRead,
): Promise<{ indexed: IndexedDays; rows: DayRow[] } | undefined> {
  const { sql, schema } = db;
  const first = sql`date '1970-01-01' + ${from}::integer`;
  const last = sql`date '1970-01-01' + ${to}::integer`;
  const values = sql.unsafe(figures.map((figure) => `${figure}::text as ${figure}`).join(', '));
  const sums = sql.unsafe(figures.map((figure) => `sum(${figure})::text as ${figure}`).join(', '));
  const inside =
    by === 'DAY'
      ? sql`select day - date '1970-01-01' as day, ${values} from ${schema}.daily_stats s
          where s.day between ${first} and ${last}`
      : sql`select date_trunc(${by.toLowerCase()}, s.day)::date - date '1970-01-01' as day, ${sums}
          from ${schema}.daily_stats s where s.day between ${first} and ${last} group by 1`;
  const before = sql`
    union all
    select ${from}::integer - 1, ${sums} from ${schema}.daily_stats s where s.day < ${first} having count(*) > 0`;
  // One comma-separated text per column is far cheaper to read than a row per day.
  const joined = sql.unsafe(
    figures.map((figure) => `string_agg(${figure}, ',' order by day) as ${figure}`).join(', '),
  );
  const [row] = await sql<(Bounds & { days: string | null } & JoinedFigures)[]>`
    select bounds.*, d.*
    from (${selectBounds(db)}) bounds
    cross join (
      select string_agg(day::text, ',' order by day) as days, ${joined}
      from (${inside} ${isTotal ? before : sql``}) d
    ) d`;
  const indexed = toIndexedDays(row);
  return row && indexed && { indexed, rows: splitDays(row, figures) };
}

type JoinedFigures = Readonly<Partial<Record<DailyFigure, string | null>>>;

function splitDays(row: JoinedFigures & { days: string | null }, figures: readonly DailyFigure[]): DayRow[] {
  const columns = figures.map((figure) => ({ figure, values: row[figure]?.split(',') ?? [] }));
  return (row.days?.split(',') ?? []).map((day, at) => {
    const ofDay: Partial<Record<DailyFigure, string>> = {};
    for (const { figure, values } of columns) {
      const value = values[at];
      if (value !== undefined) ofDay[figure] = value;
    }
    return { day: Number(day), figures: ofDay };
  });
}

/** Participant counts of the periods that start in a range; otherwise like `readDays`. */
export async function readPeriods(
  db: Database,
  { role, count, resolution }: Readonly<{ role: ParticipantRole; count: PeriodCount; resolution: string }>,
  { from, to }: DayRange,
): Promise<{ indexed: IndexedDays; rows: PeriodRow[] } | undefined> {
  const periods =
    count === 'times'
      ? db.sql`
          select date_trunc(${resolution.toLowerCase()}, p.day)::date as start, sum(p.times) as value
          from (select distinct acl from ${db.schema}.fhe_deployments) d
          join ${db.schema}.participations p on p.role = ${role} and p.address = d.acl
            and p.day between date '1970-01-01' + ${from}::integer and date '1970-01-01' + ${to + 365}::integer
          group by 1`
      : db.sql`
          select start, ${db.sql(count)} as value from ${db.schema}.period_counts
          where role = ${role} and resolution = ${resolution}`;
  const rows = await db.sql<(Bounds & { day: number | null; value: string })[]>`
    select bounds.*, p.*
    from (${selectBounds(db)}) bounds
    left join (
      select start - date '1970-01-01' as day, value::text from (${periods}) counted
      where start between date '1970-01-01' + ${from}::integer and date '1970-01-01' + ${to}::integer
      order by start
    ) p on true`;
  const indexed = toIndexedDays(rows[0]);
  return (
    indexed && { indexed, rows: rows.flatMap(({ day, value }) => (day === null ? [] : [{ day, value }])) }
  );
}

/** Sums of the daily figures over the whole chain, as decimal integers. */
export async function findTotals(db: Database): Promise<Record<DailyFigure, string>> {
  const sums = DAILY_FIGURES.map((figure) => `coalesce(sum(${figure}), 0)::text as ${figure}`).join(', ');
  const [row] = await db.sql<[Record<DailyFigure, string>]>`
    select ${db.sql.unsafe(sums)} from ${db.schema}.daily_stats`;
  return row;
}

/** Number of pending transactions first seen since a Unix time in ms. */
export async function countPendingSince(db: Database, time: number): Promise<string> {
  const [row] = await db.sql<[{ count: string }]>`
    select count(*)::text as count from ${db.schema}.pending_transactions
    where left_at is null and first_seen >= ${time}`;
  return row.count;
}

type Bounds = { first: number | null; last: number | null; is_late: boolean };

function selectBounds(db: Database) {
  return db.sql`
    select min(day) - date '1970-01-01' as first, max(day) - date '1970-01-01' as last,
      coalesce((select first_block > 0 from ${db.schema}.indexer_state), false) as is_late
    from ${db.schema}.daily_stats`;
}

function toIndexedDays(bounds: Bounds | undefined): IndexedDays | undefined {
  const { first, last, is_late: isLate = false } = bounds ?? {};
  return typeof first === 'number' && typeof last === 'number' ? { first, last, isLate } : undefined;
}
