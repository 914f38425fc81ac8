import type { Database } from '@/lib/db/open-database';
import { DAILY_FIGURES, findStatsRange, type IndexedDays, readDays, readPeriods } from '@/lib/queries/stats';
import { type ChartPoint, type ChartSeries, MOST_SERIES_POINTS, type Resolution } from '@/lib/spec/stats';
import { makeChartPoints, type StoredFigures } from './chart-points';
import { chooseResolution } from './choose-resolution';
import {
  type Day,
  LAST_DAY,
  newestPeriods,
  nextPeriod,
  type Periods,
  parseDay,
  periodStart,
} from './periods';
import { type ChartDefinition, figuresOf } from './rule';

/** Days as they are asked for: those that cannot be read are ignored. */
export type AskedDays = Readonly<{ from?: string | undefined; to?: string | undefined }>;
type Days = IndexedDays;

/**
 * A chart's points in all periods of the days, no further than what is indexed, by one read. The last indexed period
 * may still grow: its point is approximate. Undefined when there are too many.
 */
export async function readChart(
  db: Database,
  chart: ChartDefinition,
  asked: AskedDays & { resolution: Resolution },
): Promise<ChartPoint[] | undefined> {
  const { resolution } = asked;
  const from = periodStart(parseDay(asked.from) ?? 0, resolution);
  const to = nextPeriod(periodStart(parseDay(asked.to) ?? LAST_DAY, resolution), resolution) - 1;
  const { indexed, ...stored } = await readFigures(db, chart, { from, to, resolution });
  const periods = indexed && toPeriods(clip(chart, asked, indexed), resolution);
  return periods ? makeChartPoints(chart, stored, { ...periods, last: indexed.last }) : [];
}

/** Many charts between the same days, each in the finest of its periods that gives few points. */
export async function readChartSeries(
  db: Database,
  charts: readonly ChartDefinition[],
  asked: AskedDays & { resolution: Resolution },
): Promise<ChartSeries[]> {
  const indexed = await findStatsRange(db);
  const drawings = charts.map((chart) => {
    const days = indexed && clip(chart, asked, indexed);
    const resolution = chooseResolution(chart, asked.resolution, days);
    const periods = days && toPeriods(days, resolution);
    return { chart, resolution, periods: periods && newestPeriods(periods, MOST_SERIES_POINTS) };
  });
  const days = await readSharedDays(db, drawings);
  return Promise.all(
    drawings.map(async ({ chart, resolution, periods }) => {
      if (!indexed || !periods) return { id: chart.id, resolution, points: [] };
      const stored =
        chart.rule.kind === 'distinct' ? await readFigures(db, chart, periods) : { days, counts: [] };
      const points = makeChartPoints(chart, stored, { ...periods, last: indexed.last });
      return { id: chart.id, resolution, points: points ?? [] };
    }),
  );
}

/** What one chart is made from: for totals all days up to the last one. */
async function readFigures(
  db: Database,
  { rule }: ChartDefinition,
  { from, to, resolution }: Periods,
): Promise<StoredFigures & { indexed: IndexedDays | undefined }> {
  if (rule.kind === 'distinct') {
    const read = await readPeriods(db, { ...rule, resolution }, { from, to });
    return { indexed: read?.indexed, days: [], counts: read?.rows ?? [] };
  }
  const read = await readDays(db, figuresOf(rule), { from: rule.kind === 'growth' ? 0 : from, to });
  return { indexed: read?.indexed, days: read?.rows ?? [], counts: [] };
}

type Drawing = Readonly<{ chart: ChartDefinition; periods: Periods | undefined }>;

/** The days of all charts that are made from days, read once. */
async function readSharedDays(db: Database, drawings: readonly Drawing[]): Promise<StoredFigures['days']> {
  const drawn = drawings.flatMap(({ chart: { rule }, periods }) =>
    periods && rule.kind !== 'distinct' ? [{ rule, periods }] : [],
  );
  if (drawn.length === 0) return [];
  const needed = new Set(drawn.flatMap(({ rule }) => figuresOf(rule)));
  const isTotal = drawn.some(({ rule }) => rule.kind === 'growth');
  const read = await readDays(
    db,
    DAILY_FIGURES.filter((figure) => needed.has(figure)),
    {
      from: isTotal ? 0 : Math.min(...drawn.map(({ periods }) => periods.from)),
      to: Math.max(...drawn.map(({ periods }) => nextPeriod(periods.to, periods.resolution) - 1)),
    },
  );
  return read?.rows ?? [];
}

/** The days that are asked for, no further than what is indexed; the first may be behind the last. */
function clip({ newestDays }: ChartDefinition, asked: AskedDays, indexed: Days): Days {
  // The newest indexed day still runs: a window ends before it.
  const last = newestDays === undefined ? indexed.last : indexed.last - 1;
  const first = newestDays === undefined ? indexed.first : Math.max(indexed.first, indexed.last - newestDays);
  return {
    first: Math.max(parseDay(asked.from) ?? first, first),
    last: Math.min(parseDay(asked.to) ?? last, last),
  };
}

/** The periods that hold the days; undefined when there are none. */
function toPeriods(
  { first, last }: Readonly<{ first: Day; last: Day }>,
  resolution: Resolution,
): Periods | undefined {
  const from = periodStart(first, resolution);
  const to = periodStart(last, resolution);
  return from > to ? undefined : { from, to, resolution };
}
