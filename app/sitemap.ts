import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { callExtra } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import { getChainContents } from '@/lib/endpoints/chain-contents';
import { listCharts } from '@/lib/endpoints/chart';
import { listChainPages } from '@/lib/pages/chain-pages';
import { SITE_PAGES } from '@/lib/pages/site-pages';
import { siteUrl } from './site-url';

/** Stable pages only: each chain's home, lists and charts, and those of the site. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  await connection();
  const chains = (await findChainList()) ?? [];
  const paths = await Promise.all(
    chains.map(async ({ id }) => {
      const [catalog, contents] = await Promise.all([
        callExtra(listCharts, { chain: id, params: {} }),
        callExtra(getChainContents, { chain: id, params: {} }),
      ]);
      const pages = listChainPages(contents).map(({ path }) => path);
      const charts = catalog?.sections.flatMap((section) => section.charts) ?? [];
      const ofCharts = charts.map((chart) => `/stats/${encodeURIComponent(chart.id)}`);
      return ['', ...pages, ...ofCharts].map((path) => `/${id}${path}`);
    }),
  );
  const ofSite = SITE_PAGES.flatMap(({ path, isPersonal }) => (isPersonal ? [] : [path]));
  return [...paths.flat(), ...ofSite].map((path) => ({ url: new URL(path, siteUrl()).href }));
}
