import { describeChainPage, getChainPage } from '@/app/[chain]/chain-page';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { Catalog } from '@/components/stats/catalog';
import { CatalogControls } from '@/components/stats/catalog-controls';
import { rangeStart } from '@/components/stats/range';
import { searchCharts } from '@/components/stats/search-charts';
import { call, callPath } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { type ChartSeries, listChartSeries, listCharts } from '@/lib/endpoints/chart';
import { msg, t } from '@/lib/language/t';
import type { SearchParams } from '../load-list';
import { loadCatalog } from './load-catalog';
import { findNewestDay } from './newest-day';
import { readCatalogState } from './query';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('stats', {
  title: msg('Statistics of {name}'),
  description: msg('Charts of {name}: accounts, transactions, blocks, gas, fees and contracts over time.'),
});

/** All charts of a chain as thumbnails; search, range and density are in the URL. */
export default async function StatsPage({ params, searchParams }: Props) {
  const { chain, where, path } = await getChainPage(params, 'stats');
  const state = readCatalogState(await searchParams);
  const [catalog, newest] = await Promise.all([loadCatalog(chain), findNewestDay(chain)]);
  const sections = searchCharts(catalog, state.q);
  const ids = sections.flatMap((section) => section.charts.map(({ id }) => id));
  const isAll = state.q === '';
  const series = await findSeries(chain, isAll ? undefined : ids, rangeStart(state.range, newest));
  return (
    <div className="flex flex-col gap-5">
      <PageCall path={callPath(listCharts, where)} />
      <PageHeader title={t('Statistics')} about={t('{name} over time', { name: chain.name })} />
      <CatalogControls path={path} state={state} />
      <Catalog sections={sections} series={series} path={path} state={state} />
    </div>
  );
}

/** Points of the given charts (all if no IDs) in one request; undefined if the API does not support that. */
async function findSeries(
  chain: Chain,
  ids: readonly string[] | undefined,
  from: string | undefined,
): Promise<readonly ChartSeries[] | undefined> {
  if (ids?.length === 0) return [];
  const query = { ids: ids?.join(','), from };
  const found = await call(listChartSeries, { chain: chain.id, params: {}, query });
  return found?.series;
}
