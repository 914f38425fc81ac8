import { notFound } from 'next/navigation';
import { getChain } from '@/app/[chain]/get-chain';
import { type DrawnChart, drawChart } from '@/components/charts/chart-series';
import { chooseResolution, earliestDay, knownResolutions } from '@/components/stats/choose-resolution';
import type { ChartState } from '@/components/stats/links';
import { rangeStart } from '@/components/stats/range';
import type { ChartSection } from '@/components/stats/search-charts';
import { call, callPath } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { type ChartInfo, type ChartPoint, getChart, type Resolution } from '@/lib/endpoints/chart';
import { chartUnit } from '@/lib/format/chart-value';
import { loadCatalog } from '../load-catalog';
import { findNewestDay } from '../newest-day';

export type Params = Promise<{ chain: string; chart: string }>;

/** A chart with its position in the catalog. */
export type PageChart = Readonly<{
  chain: Chain;
  chart: ChartInfo;
  section: Readonly<{ id: string; title: string }>;
  previous: ChartInfo | undefined;
  next: ChartInfo | undefined;
  /** The whole catalog. */
  sections: readonly ChartSection[];
}>;

/** Points of a chart, their resolution and the path of the API call that returned them. */
export type PagePoints = Readonly<{ points: readonly ChartPoint[]; resolution: Resolution; call: string }>;

/** Resolves the URL's chart; 404 if it is not in the chain's catalog. */
export async function getPageChart(params: Params): Promise<PageChart> {
  const { chart: id } = await params;
  const chain = await getChain(params);
  const sections = await loadCatalog(chain);
  const entries = sections.flatMap((section) => section.charts.map((chart) => ({ chart, section })));
  // Next may pass the parameter still URL-encoded
  const index = entries.findIndex(({ chart }) => chart.id === id || encodeURIComponent(chart.id) === id);
  const entry = entries[index];
  if (entry === undefined) notFound();
  return {
    chain,
    ...entry,
    previous: entries[index - 1]?.chart,
    next: entries[index + 1]?.chart,
    sections,
  };
}

/** Points for the requested range, capped at what a page can draw. */
export async function loadPoints({ chain, chart }: PageChart, state: ChartState): Promise<PagePoints> {
  const newest = await findNewestDay(chain);
  const known = knownResolutions(chart);
  const coarsest = known.at(-1) ?? known[0];
  const requestOf = (from: string, resolution: Resolution) => ({
    chain: chain.id,
    params: { name: chart.id },
    query: { from, to: state.to, resolution },
  });
  const earliest = earliestDay(newest, coarsest);
  const requested = state.from ?? (state.to === undefined ? rangeStart(state.range, newest) : undefined);
  const from = requested === undefined || requested < earliest ? earliest : requested;
  // the chain may start much later than requested; the coarsest resolution shows that cheaply
  const first =
    requested !== undefined && requested === from
      ? from
      : ((await call(getChart, requestOf(from, coarsest)))?.chart[0]?.date ?? from);
  const last = state.to !== undefined && state.to < newest ? state.to : newest;
  const resolution = chooseResolution(known, state.resolution, { first, last });
  const request = requestOf(from, resolution);
  const answer = await call(getChart, request);
  return { points: answer?.chart ?? [], resolution, call: callPath(getChart, request) };
}

/** The chart that the URL compares with, over the same periods; undefined if there is none. */
export async function loadCompared(
  page: PageChart,
  state: ChartState,
  shown: Pick<PagePoints, 'points' | 'resolution'>,
): Promise<Readonly<{ id: string; drawn: DrawnChart }> | undefined> {
  const chart = page.sections.flatMap(({ charts }) => charts).find(({ id }) => id === state.compare);
  if (chart === undefined || chart.id === page.chart.id) return undefined;
  const range = { from: shown.points[0]?.date ?? state.from, to: shown.points.at(-1)?.date_to ?? state.to };
  const wanted = { ...state, ...range, resolution: shown.resolution };
  const { points, resolution } = await loadPoints({ ...page, chart }, wanted);
  const drawn = drawChart({ title: chart.title, unit: chartUnit(chart), resolution, points }, state.isLog);
  return { id: chart.id, drawn };
}
