import type { Database } from '@/lib/db/open-database';
import {
  type ChartPoint,
  type ChartSeries,
  MAX_SERIES_POINTS,
  RESOLUTIONS,
  type Resolution,
  SERIES_POINTS,
} from '@/lib/endpoints/chart';
import { resolutionsOf } from './catalog';
import { makeChartPoints, type StoredFigures } from './chart-points';
import {
  countPeriods,
  type Day,
  LAST_DAY,
  newestPeriods,
  nextPeriod,
  type Periods,
  parseDay,
  periodStart,
} from './periods';
import { DAILY_FIGURES, findStatsRange, type IndexedDays, readDays, readPeriods } from './query';
import { type ChartDefinition, figuresOf } from './rule';

/** Requested days as `YYYY-MM-DD`; malformed ones are ignored. */
export type RequestedDays = Readonly<{ from?: string | undefined; to?: string | undefined }>;
type Days = Pick<IndexedDays, 'first' | 'last'>;

/** Reads a chart's points within the indexed days, the last one approximate; undefined for too many points. */
export async function readChart(
  db: Database,
  chart: ChartDefinition,
  requested: RequestedDays & { resolution: Resolution },
): Promise<ChartPoint[] | undefined> {
  const { resolution } = requested;
  const from = periodStart(parseDay(requested.from) ?? (await findFirstDay(db, chart)), resolution);
  const to = nextPeriod(periodStart(parseDay(requested.to) ?? LAST_DAY, resolution), resolution) - 1;
  const { indexed, ...stored } = await readFigures(db, chart, { from, to, resolution });
  const periods = indexed && toPeriods(clip(chart, requested, indexed), resolution);
  return periods ? makeChartPoints(chart, stored, { ...periods, indexed }) : [];
}

/** The default first day; for a window it depends on the tip. */
async function findFirstDay(db: Database, { newestDays }: ChartDefinition): Promise<Day> {
  const newest = newestDays === undefined ? undefined : (await findStatsRange(db))?.last;
  return newest === undefined || newestDays === undefined ? 0 : newest - newestDays;
}

/** Reads many charts over the same days, each at the finest resolution with few enough points. */
export async function readChartSeries(
  db: Database,
  charts: readonly ChartDefinition[],
  requested: RequestedDays & { resolution: Resolution },
): Promise<ChartSeries[]> {
  const indexed = await findStatsRange(db);
  const drawings = charts.map((chart) => {
    const days = indexed && clip(chart, requested, indexed);
    const resolution = chooseResolution(chart, requested.resolution, days);
    const periods = days && toPeriods(days, resolution);
    return { chart, resolution, periods: periods && newestPeriods(periods, MAX_SERIES_POINTS) };
  });
  const days = await readSharedDays(db, drawings);
  return Promise.all(
    drawings.map(async ({ chart, resolution, periods }) => {
      if (!indexed || !periods) return { id: chart.id, resolution, points: [] };
      const shared = days.get(groupingOf(chart, resolution));
      const stored = shared ? { days: shared, counts: [] } : await readFigures(db, chart, periods);
      const points = makeChartPoints(chart, stored, { ...periods, indexed });
      return { id: chart.id, resolution, points: points ?? [] };
    }),
  );
}

async function readFigures(
  db: Database,
  chart: ChartDefinition,
  { from, to, resolution }: Periods,
): Promise<StoredFigures & { indexed: IndexedDays | undefined }> {
  const { rule } = chart;
  if (rule.kind === 'distinct') {
    const read = await readPeriods(db, { ...rule, resolution }, { from, to });
    return { indexed: read?.indexed, days: [], counts: read?.rows ?? [] };
  }
  const read = await readDays(db, figuresOf(rule), {
    from,
    to,
    by: groupingOf(chart, resolution) ?? 'DAY',
    isTotal: rule.kind === 'growth',
  });
  return { indexed: read?.indexed, days: read?.rows ?? [], counts: [] };
}

type ChartRequest = Readonly<{
  chart: ChartDefinition;
  resolution: Resolution;
  periods: Periods | undefined;
}>;

/** The resolution at which the database sums days for a chart; undefined for distinct counts. */
function groupingOf({ rule }: ChartDefinition, resolution: Resolution): Resolution | undefined {
  if (rule.kind === 'distinct') return undefined;
  return rule.kind === 'average' && !rule.isOfSums ? 'DAY' : resolution;
}

/** Reads the days of all charts that need them, with one query per grouping. */
async function readSharedDays(
  db: Database,
  drawings: readonly ChartRequest[],
): Promise<Map<Resolution | undefined, StoredFigures['days']>> {
  const drawn = drawings.flatMap(({ chart, resolution, periods }) => {
    const by = groupingOf(chart, resolution);
    return periods && by ? [{ rule: chart.rule, periods, by }] : [];
  });
  const read = RESOLUTIONS.map(async (by) => {
    const group = drawn.filter((drawing) => drawing.by === by);
    if (group.length === 0) return [];
    const needed = new Set(group.flatMap(({ rule }) => figuresOf(rule)));
    const figures = DAILY_FIGURES.filter((figure) => needed.has(figure));
    const days = await readDays(db, figures, {
      from: Math.min(...group.map(({ periods }) => periods.from)),
      to: Math.max(...group.map(({ periods }) => nextPeriod(periods.to, periods.resolution) - 1)),
      by,
      isTotal: group.some(({ rule }) => rule.kind === 'growth'),
    });
    return [{ by, rows: days?.rows ?? [] }];
  });
  return new Map((await Promise.all(read)).flat().map(({ by, rows }) => [by, rows]));
}

function clip({ newestDays }: ChartDefinition, requested: RequestedDays, indexed: Days): Days {
  // The tip's day is incomplete: a window ends before it.
  const last = newestDays === undefined ? indexed.last : indexed.last - 1;
  const first = newestDays === undefined ? indexed.first : Math.max(indexed.first, indexed.last - newestDays);
  return {
    first: Math.max(parseDay(requested.from) ?? first, first),
    last: Math.min(parseDay(requested.to) ?? last, last),
  };
}

function toPeriods(
  { first, last }: Readonly<{ first: Day; last: Day }>,
  resolution: Resolution,
): Periods | undefined {
  const from = periodStart(first, resolution);
  const to = periodStart(last, resolution);
  return from > to ? undefined : { from, to, resolution };
}

/** The finest resolution from `finest` on that fits `SERIES_POINTS` points, else the coarsest supported. */
function chooseResolution(
  chart: ChartDefinition,
  finest: Resolution,
  days: Readonly<{ first: Day; last: Day }> | undefined,
): Resolution {
  const all = resolutionsOf(chart);
  const allowed = all.filter((name) => RESOLUTIONS.indexOf(name) >= RESOLUTIONS.indexOf(finest));
  const fitting = allowed.find(
    (name) => days === undefined || countPeriods(days.first, days.last, name) <= SERIES_POINTS,
  );
  return fitting ?? all.at(-1) ?? finest;
}
