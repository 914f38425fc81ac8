import type { Metadata } from 'next';
import type { SearchParams } from '@/app/[chain]/load-list';
import { getPageChart, loadPoints, type Params } from '@/app/[chain]/stats/[chart]/load';
import { readChartState } from '@/app/[chain]/stats/query';
import { readBrand } from '@/app/read-brand';
import { drawChart } from '@/components/charts/chart-series';
import { StaticChart } from '@/components/charts/static-chart';
import { summarizeChart, unitSuffix } from '@/components/stats/chart-summary';
import { chartHref } from '@/components/stats/links';
import { chartUnit, shortChartValue } from '@/lib/format/chart-value';
import { formatPeriod } from '@/lib/format/period';
import { t } from '@/lib/language/t';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, chart } = await getPageChart(params);
  return {
    title: t('{title} on {name}', { title: chart.title, name: chain.name }),
    alternates: { canonical: `/${chain.id}/stats/${encodeURIComponent(chart.id)}` },
    robots: { index: false },
  };
}

/** A chart for a frame on another site: its drawing, its latest value and a link to its page. */
export default async function EmbeddedChart({ params, searchParams }: Props) {
  const page = await getPageChart(params);
  const state = readChartState(await searchParams);
  const { points, resolution } = await loadPoints(page, state);
  const { chain, chart } = page;
  const unit = chartUnit(chart);
  const drawn = drawChart({ title: chart.title, unit, resolution, points }, state.isLog);
  const summary = summarizeChart(chart.id, points);
  const path = `/${chain.id}/stats/${encodeURIComponent(chart.id)}`;
  const latest =
    summary &&
    `${shortChartValue(summary.latest.value, unit)}${unitSuffix(unit)}, ${formatPeriod(summary.latest, resolution)}`;
  return (
    <main className="flex flex-col gap-3 p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="wrap-any text-base font-semibold">
          <a href={chartHref(path, state)} target="_blank" rel="noopener">
            <bdi>{chart.title}</bdi>
          </a>
        </h1>
        <p className="text-sm text-soft">{latest ?? t('No data in this range')}</p>
      </header>
      {summary && (
        <StaticChart
          chart={drawn}
          label={t('{title} on {name}: {latest}', {
            title: chart.title,
            name: chain.name,
            latest: latest ?? '',
          })}
        />
      )}
      <p className="text-xs text-faint">
        <bdi>{chain.name}</bdi> · <bdi>{readBrand().name}</bdi>
      </p>
    </main>
  );
}
