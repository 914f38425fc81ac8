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
  })
  .meta({ id: 'ChartPoint' });
/** One period of a chart. */
export type ChartPoint = z.output<typeof chartPoint>;

const section = z
  .object({ id: z.string(), title: z.string(), charts: z.array(chartInfo) })
  .meta({ id: 'ChartSection' });

/** This service ignores what it does not know in a query. */
const noQuery = z.object({});
const common = { service: 'stats', credits: 20, tag: 'statistics' } as const;

/** The charts that can be asked for, by section. */
export const listCharts = defineEndpoint({
  ...common,
  id: 'listCharts',
  path: '/lines',
  params: noParams,
  query: noQuery,
  response: z.object({ sections: z.array(section) }).meta({ id: 'Charts' }),
  summary: 'Chart metadata',
  description: 'Title, description and resolutions of all line charts, grouped in sections.',
  errors: [],
});

/** The points of one chart. */
export const getChart = defineEndpoint({
  ...common,
  id: 'getChart',
  path: '/lines/{name}',
  params: z.strictObject({ name: z.string().meta({ description: 'Id of the chart.', example: 'newTxns' }) }),
  query: z.object({
    from: z.string().optional().meta({ description: 'First day, YYYY-MM-DD.' }),
    to: z.string().optional().meta({ description: 'Last day, YYYY-MM-DD.' }),
    resolution: z
      .enum([...RESOLUTIONS, 'RESOLUTION_UNSPECIFIED'], {
        error: 'resolution: expected one of DAY, WEEK, MONTH, YEAR',
      })
      .optional()
      .meta({ description: 'DAY when not given.' }),
  }),
  response: z.object({ chart: z.array(chartPoint), info: chartInfo }).meta({ id: 'Chart' }),
  summary: 'Chart points',
  description: 'One chart between two days, both included. Periods without data are filled.',
  errors: [400, 404],
});

/** A figure of the whole chain. */
export const counter = z
  .object({
    id: z.string(),
    value: decimalString,
    title: z.string(),
    units: z.string().nullable(),
    description: z.string(),
  })
  .meta({ id: 'Counter' });
/** A figure of the whole chain. */
export type Counter = z.output<typeof counter>;

/** Figures of the whole chain. */
export const listCounters = defineEndpoint({
  ...common,
  id: 'listCounters',
  path: '/counters',
  params: noParams,
  query: noQuery,
  response: z.object({ counters: z.array(counter) }).meta({ id: 'Counters' }),
  summary: 'Counters',
  description: 'Totals and averages of the whole chain.',
  errors: [],
});
