import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { decimalString } from './formats';

/** Chart resolutions, finest first. */
export const RESOLUTIONS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
/** A chart resolution. */
export type Resolution = (typeof RESOLUTIONS)[number];

/** Chart info. */
export const chartInfo = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    units: z.string().nullable(),
    resolutions: z.array(z.string()).meta({ description: 'A subset of DAY, WEEK, MONTH and YEAR.' }),
  })
  .meta({ id: 'ChartInfo' });
/** Chart info. */
export type ChartInfo = z.output<typeof chartInfo>;

/** A chart's point: the period's first and last day, and the figure. */
export const chartPoint = z
  .object({
    date: z.iso.date(),
    date_to: z.iso.date(),
    value: decimalString,
    is_approximate: z
      .literal(true)
      .optional()
      .meta({ description: 'True if the period has not ended; otherwise absent.' }),
    is_partial: z.literal(true).optional().meta({
      description:
        'True if the index begins within the period, so the value is of its indexed blocks only; otherwise absent.',
    }),
    is_missing: z.literal(true).optional().meta({
      description:
        'True if the period has nothing to average and the value is a placeholder; otherwise absent.',
    }),
  })
  .meta({ id: 'ChartPoint' });
/** A chart's point. */
export type ChartPoint = z.output<typeof chartPoint>;

const chartSection = z
  .object({ id: z.string(), title: z.string(), charts: z.array(chartInfo) })
  .meta({ id: 'ChartSection' });
/** A section of charts. */
export type ChartSection = z.output<typeof chartSection>;

/** The statistics service ignores unknown parameters. */
export const anyQuery = z.object({});
const resolutionParam = z
  .enum([...RESOLUTIONS, 'RESOLUTION_UNSPECIFIED'], {
    error: 'resolution: expected one of DAY, WEEK, MONTH, YEAR',
  })
  .optional();
/** Shared by the statistics operations. */
export const STATS_COMMON = { service: 'stats', credits: 20, tag: 'statistics' } as const;

/** All charts, by section. */
export const listCharts = defineEndpoint({
  ...STATS_COMMON,
  id: 'listCharts',
  path: '/lines',
  query: anyQuery,
  response: z.object({ sections: z.array(chartSection) }).meta({ id: 'Charts' }),
  summary: 'Chart metadata',
  description: [
    "Title, description and resolutions of the chain's line charts, in seven sections, plus an eighth on confidential",
    'computing on chains that have it.',
  ].join(' '),
  errors: [],
});

/** One chart. */
export const getChart = defineEndpoint({
  ...STATS_COMMON,
  id: 'getChart',
  path: '/lines/{name}',
  query: z.object({
    from: z.string().optional().meta({ description: 'First day, YYYY-MM-DD.' }),
    to: z.string().optional().meta({ description: 'Last day, YYYY-MM-DD.' }),
    resolution: resolutionParam.meta({ description: 'Default: DAY.' }),
  }),
  response: z.object({ chart: z.array(chartPoint), info: chartInfo }).meta({ id: 'Chart' }),
  summary: 'Chart points',
  description: 'A chart between two days, inclusive. Periods without data are filled.',
  errors: [400, 404],
});

/** Target for the points of a series, for small drawings. */
export const SERIES_POINTS = 120;
/** Maximum points of a series. */
export const MAX_SERIES_POINTS = 750;

const chartSeries = z
  .object({
    id: z.string(),
    resolution: z.enum(RESOLUTIONS),
    points: z.array(chartPoint).max(MAX_SERIES_POINTS),
  })
  .meta({ id: 'ChartSeries' });
/** A chart's points in a series. */
export type ChartSeries = z.output<typeof chartSeries>;

/** Many small charts at once; not in Blockscout's API. */
export const listChartSeries = defineEndpoint({
  ...STATS_COMMON,
  id: 'listChartSeries',
  path: '/series',
  query: z.object({
    ids: z.string().optional().meta({
      description: 'Chart IDs, comma-separated. Default: all charts.',
      example: 'newTxns,newBlocks',
    }),
    from: z.string().optional().meta({ description: 'First day, YYYY-MM-DD.' }),
    to: z.string().optional().meta({ description: 'Last day, YYYY-MM-DD.' }),
    resolution: resolutionParam.meta({
      description: 'Finest resolution. Default: DAY.',
    }),
  }),
  response: z.object({ series: z.array(chartSeries) }).meta({ id: 'ChartSeriesList' }),
  summary: 'Points of several charts',
  description: [
    'For thumbnails: the requested charts, in that order, between two days, inclusive.',
    `Each has the finest resolution, from the requested one up, with at most ${SERIES_POINTS} points.`,
    `If even the coarsest has more, only the latest ${MAX_SERIES_POINTS} are returned.`,
  ].join(' '),
  errors: [400, 404],
});
