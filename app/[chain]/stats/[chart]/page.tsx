import type { Metadata } from 'next';
import { siteUrl } from '@/app/site-url';
import { drawChart } from '@/components/charts/chart-series';
import { PageCall } from '@/components/layout/page-call';
import { ChartComparison } from '@/components/stats/chart-comparison';
import { ChartControls } from '@/components/stats/chart-controls';
import { ChartFacts } from '@/components/stats/chart-facts';
import { ChartFoot } from '@/components/stats/chart-foot';
import { ChartHeader } from '@/components/stats/chart-header';
import { ChartPanel } from '@/components/stats/chart-panel';
import { knownResolutions } from '@/components/stats/choose-resolution';
import { chartHref } from '@/components/stats/links';
import { PointsTable } from '@/components/stats/points-table';
import { chartDescription, chartUnit } from '@/lib/format/chart-value';
import { withQuery } from '@/lib/format/link';
import { PERIOD_NAMES } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import type { SearchParams } from '../../load-list';
import { readChartState } from '../query';
import { ChartData } from './chart-data';
import { getPageChart, loadCompared, loadPoints, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, chart } = await getPageChart(params);
  const periods = knownResolutions(chart)
    .map((name) => t(PERIOD_NAMES[name].one))
    .join(', ');
  return {
    title: t('{title} on {name}', { title: chart.title, name: chain.name }),
    description: t('{chart}. As a chart, a table and a CSV file, by {periods}.', {
      chart: chartDescription(chart),
      periods,
    }),
    alternates: { canonical: `/${chain.id}/stats/${encodeURIComponent(chart.id)}` },
  };
}

/** One chart as a drawing or a table; all options are in the URL. */
export default async function ChartPage({ params, searchParams }: Props) {
  const page = await getPageChart(params);
  const state = readChartState(await searchParams);
  const { points, resolution, call } = await loadPoints(page, state);
  const { chain, chart } = page;
  const unit = chartUnit(chart);
  const catalog = `/${chain.id}/stats`;
  const path = `${catalog}/${encodeURIComponent(chart.id)}`;
  const drawn = drawChart({ title: chart.title, unit, resolution, points }, state.isLog);
  const [start, end] = [points[0]?.date, points.at(-1)?.date_to];
  const compared = await loadCompared(page, state, { points, resolution });
  const axisWidth = Math.max(drawn.axisWidth, compared?.drawn.axisWidth ?? 0);
  const csv = start && end && withQuery(`${path}/csv`, { from: start, to: end, resolution });
  const about = t('{name} · chain {id}', { name: chain.name, id: chain.id });
  return (
    <article className="flex flex-col gap-5">
      <ChartData page={page} days={{ start, end }} path={path} csv={csv} />
      <PageCall path={call} />
      <ChartHeader {...page} unit={unit} catalog={catalog} />
      <ChartFacts id={chart.id} chart={drawn} chainPath={`/${chain.id}`} />
      <section
        className="min-w-0 rounded-md border border-line bg-surface shadow-panel"
        aria-label={chart.title}
      >
        <ChartControls chart={chart} path={path} state={state} resolution={resolution} />
        {state.isTable ? (
          <PointsTable
            chart={drawn}
            page={state.page}
            chainPath={`/${chain.id}`}
            hrefOf={(number) => chartHref(path, { ...state, page: number })}
          />
        ) : (
          <ChartPanel
            id={chart.id}
            chart={{ ...drawn, axisWidth }}
            about={about}
            chainPath={`/${chain.id}`}
          />
        )}
        {compared && !state.isTable && (
          <ChartComparison
            id={compared.id}
            chart={{ ...compared.drawn, axisWidth }}
            about={about}
            chainPath={`/${chain.id}`}
            path={chartHref(`${catalog}/${encodeURIComponent(compared.id)}`, {
              ...state,
              compare: undefined,
            })}
            without={chartHref(path, { ...state, compare: undefined })}
          />
        )}
        <ChartFoot
          path={path}
          state={state}
          days={{ start: start ?? state.from ?? '', end: end ?? state.to ?? '' }}
          others={page.sections}
          embed={embedCode(
            chart.title,
            `/embed${chartHref(path, { ...state, isTable: false, compare: undefined })}`,
          )}
          csv={csv}
        />
      </section>
      <nav aria-label={t('Other charts')} className="wrap-any no-print grid grid-cols-2 gap-6">
        {page.previous && (
          <a href={`${catalog}/${encodeURIComponent(page.previous.id)}`} rel="prev">
            <span className="way inline-block">←</span> <bdi>{page.previous.title}</bdi>
          </a>
        )}
        {page.next && (
          <a
            href={`${catalog}/${encodeURIComponent(page.next.id)}`}
            rel="next"
            className="col-start-2 text-end"
          >
            <bdi>{page.next.title}</bdi> <span className="way inline-block">→</span>
          </a>
        )}
      </nav>
    </article>
  );
}

/** HTML of a frame with the chart; the title is the operator's, or of another service. */
function embedCode(title: string, path: string): string {
  const safe = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const url = new URL(path, siteUrl()).href.replaceAll('&', '&amp;');
  return `<iframe src="${url}" title="${safe}" width="720" height="420" loading="lazy"></iframe>`;
}
