import { Refusal, statsError } from '@/lib/api/answer';
import { implement } from '@/lib/api/implement';
import { getChart, listChartSeries, listCharts, type Resolution } from '@/lib/endpoints/chart';
import { appliesTo, CHARTS, describeChart, findChart, listSections, resolutionsOf } from './catalog';
import { MAX_POINTS } from './fill';
import { readChart, readChartSeries } from './read-charts';
import type { ChartDefinition } from './rule';

/** GET /lines. */
export const chartsOperation = implement(listCharts, async ({ db, chain, services }) => ({
  sections: listSections(await services.totals(db), chain.symbol),
}));

/** GET /lines/{name}. */
export const chartOperation = implement(getChart, async ({ db, chain, params, query }) => {
  const chart = findChart(params.name);
  if (!chart) return unknownChart(params.name);
  const resolution = resolutionOf(query.resolution);
  if (!resolutionsOf(chart).includes(resolution))
    return new Refusal(
      statsError(5, `resolution '${resolution}' for line chart '${chart.id}' was not found`),
    );
  const points = await readChart(db, chart, { ...query, resolution });
  const refusal = `exceeded limit on requested data points (~${MAX_POINTS}); choose smaller time interval.`;
  return points
    ? { chart: points, info: describeChart(chart, chain.symbol) }
    : new Refusal(statsError(3, refusal));
});

/** GET /series. */
export const chartSeriesOperation = implement(listChartSeries, async ({ db, query, services }) => {
  const ids = [...new Set(query.ids?.split(',').filter((id) => id !== ''))];
  const unknown = ids.find((id) => !findChart(id));
  if (unknown !== undefined) return unknownChart(unknown);
  const found = ids.flatMap((id): ChartDefinition[] => {
    const chart = findChart(id);
    return chart ? [chart] : [];
  });
  const totals = await services.totals(db);
  const charts = ids.length > 0 ? found : CHARTS.filter((chart) => appliesTo(chart, totals));
  return {
    series: await readChartSeries(db, charts, { ...query, resolution: resolutionOf(query.resolution) }),
  };
});

function unknownChart(id: string): Refusal {
  return new Refusal(statsError(5, `chart with name '${id}' was not found`));
}

function resolutionOf(resolution: Resolution | 'RESOLUTION_UNSPECIFIED' | undefined): Resolution {
  return resolution === undefined || resolution === 'RESOLUTION_UNSPECIFIED' ? 'DAY' : resolution;
}
