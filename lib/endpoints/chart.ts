import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { decimalString } from './formats';
import { noParams } from './params';

/** The periods a chart may be drawn in, finest first. */
export const RESOLUTIONS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
/** A period a chart may be drawn in. */
export type Resolution = (typeof RESOLUTIONS)[number];

/** What a chart shows. */
export const chartInfo = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    units: z.string().nullable(),
    resolutions: z.array(z.string()).meta({ description: 'Of DAY, WEEK, MONTH and YEAR.' }),
  })
  .meta({ id: 'ChartInfo' });
/** What a chart shows. */
export type ChartInfo = z.output<typeof chartInfo>;

/** One period of a chart: its first and last day, and the figure. */
export const chartPoint = z
  .object({
    date: z.iso.date(),
    date_to: z.iso.date(),
    value: decimalString,
    is_approximate: z
      .literal(true)
      .optional()
      .meta({ description: 'The period still runs. Absent otherwise.' }),
    is_missing: z.literal(true).optional().meta({
      description: 'The period has nothing to average, and the value stands for none. Absent otherwise.',
    }),
  })
  .meta({ id: 'ChartPoint' });
/** One period of a chart. */
export type ChartPoint = z.output<typeof chartPoint>;

/** Charts that belong together. */
const chartSection = z
  .object({ id: z.string(), title: z.string(), charts: z.array(chartInfo) })
  .meta({ id: 'ChartSection' });
/** Charts that belong together. */
export type ChartSection = z.output<typeof chartSection>;

/** This service ignores what it does not know in a query. */
export const anyQuery = z.object({});
const resolutionParam = z
  .enum([...RESOLUTIONS, 'RESOLUTION_UNSPECIFIED'], {
    error: 'resolution: expected one of DAY, WEEK, MONTH, YEAR',
  })
  .optional();
/** What every operation of this service shares. */
export const STATS_COMMON = { service: 'stats', credits: 20, tag: 'statistics' } as const;

/** The charts that can be asked for, by section. */
export const listCharts = defineEndpoint({
  ...STATS_COMMON,
  id: 'listCharts',
  path: '/lines',
  params: noParams,
  query: anyQuery,
  response: z.object({ sections: z.array(chartSection) }).meta({ id: 'Charts' }),
  summary: 'Chart metadata',
  description: [
    'Title, description and resolutions of the line charts of this chain, grouped in sections: seven that are always',
    'there, and one of confidential computing on chains that have it.',
  ].join(' '),
  errors: [],
});

/** The points of one chart. */
export const getChart = defineEndpoint({
  ...STATS_COMMON,
  id: 'getChart',
  path: '/lines/{name}',
  params: z.strictObject({ name: z.string().meta({ description: 'Id of the chart.', example: 'newTxns' }) }),
  query: z.object({
    from: z.string().optional().meta({ description: 'First day, YYYY-MM-DD.' }),
    to: z.string().optional().meta({ description: 'Last day, YYYY-MM-DD.' }),
    resolution: resolutionParam.meta({ description: 'DAY when not given.' }),
  }),
  response: z.object({ chart: z.array(chartPoint), info: chartInfo }).meta({ id: 'Chart' }),
  summary: 'Chart points',
  description: 'One chart between two days, both included. Periods without data are filled.',
  errors: [400, 404],
});

/** The most points that a series aims at: enough for a small drawing. */
export const SERIES_POINTS = 120;
/** The most points that a series ever has. */
export const MAX_SERIES_POINTS = 750;

/** The points of one of several charts. */
const chartSeries = z
  .object({
    id: z.string(),
    resolution: z.enum(RESOLUTIONS),
    points: z.array(chartPoint).max(MAX_SERIES_POINTS),
  })
  .meta({ id: 'ChartSeries' });
/** The points of one of several charts. */
export type ChartSeries = z.output<typeof chartSeries>;

/** Many charts at once, each with few points. Ours alone: other services of this form answer 404. */
export const listChartSeries = defineEndpoint({
  ...STATS_COMMON,
  id: 'listChartSeries',
  path: '/series',
  params: noParams,
  query: z.object({
    ids: z.string().optional().meta({
      description: 'Ids of charts, comma-separated. All charts when not given.',
      example: 'newTxns,newBlocks',
    }),
    from: z.string().optional().meta({ description: 'First day, YYYY-MM-DD.' }),
    to: z.string().optional().meta({ description: 'Last day, YYYY-MM-DD.' }),
    resolution: resolutionParam.meta({
      description: 'The finest period that is wanted. DAY when not given.',
    }),
  }),
  response: z.object({ series: z.array(chartSeries) }).meta({ id: 'ChartSeriesList' }),
  summary: 'Points of many charts',
  description: [
    'For small drawings side by side: the charts that are asked for, in that order, between two days, both included.',
    `Each is drawn in the finest of its periods that gives at most ${SERIES_POINTS} points, from the asked one on.`,
    `Where even the longest gives more, the newest ${MAX_SERIES_POINTS} at most are there.`,
  ].join(' '),
  errors: [400, 404],
});
