import type { MetadataRoute } from 'next';
import { connection } from 'next/server';
import { callExtra } from '@/lib/client/call';
import { findChainList } from '@/lib/client/chains';
import { getChainContents } from '@/lib/endpoints/chain-contents';
import { listCharts } from '@/lib/endpoints/chart';
import { siteUrl } from './site-url';

const LISTS = [
  ...['', '/blocks', '/txs', '/token-transfers', '/internal-transactions', '/tokens', '/accounts'],
  ...['/verified-contracts', '/gas', '/stats'],
];
const OF_SITE = ['/status', '/proof', '/docs/api'];

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
      const some = [
        ...(contents?.has_user_operations === true ? ['/operations'] : []),
        ...(contents?.has_withdrawals === true ? ['/withdrawals'] : []),
      ];
      const charts = catalog?.sections.flatMap((section) => section.charts) ?? [];
      return [...LISTS, ...some, ...charts.map((chart) => `/stats/${encodeURIComponent(chart.id)}`)].map(
        (path) => `/${id}${path}`,
      );
    }),
  );
  return [...paths.flat(), ...OF_SITE].map((path) => ({ url: new URL(path, siteUrl()).href }));
}
