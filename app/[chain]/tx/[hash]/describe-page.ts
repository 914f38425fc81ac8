import type { Metadata } from 'next';
import { readBrand } from '@/app/read-brand';
import { describeStatus } from '@/components/transaction/transaction-status';
import { previewText } from '@/components/transaction/transaction-text';
import { shortenHash } from '@/lib/format/hash';
import { type Msg, t } from '@/lib/language/t';
import { getPageTransaction, knownOf, type Params } from './load';

const IMAGE = { width: 1200, height: 630 };

/** Metadata of one tab of a transaction (overview if `name` and `segment` are undefined); 404 if it does not exist. */
export async function describePage(
  params: Params,
  tab?: { name: string; segment: string },
): Promise<Metadata> {
  const page = await getPageTransaction(params);
  const { chain, transaction, path } = page;
  const name = tab === undefined ? t('Transaction') : t('{name} of transaction', { name: tab.name });
  const title = t('{kind} {hash} on {chain}', {
    kind: name,
    hash: shortenHash(transaction.hash),
    chain: chain.name,
  });
  const description = previewText(transaction, chain.symbol, knownOf(page));
  const images = [{ url: `${path}/opengraph-image`, ...IMAGE, alt: t('Transaction receipt') }];
  const canonical = tab === undefined ? path : `${path}/${tab.segment}`;
  return {
    title,
    description,
    alternates: { canonical },
    openGraph: { type: 'website', siteName: readBrand().name, title, description, url: canonical, images },
    twitter: { card: 'summary_large_image', title, description, images },
    other: {
      'twitter:label1': t('Status'),
      'twitter:data1': describeStatus(transaction).text,
      'twitter:label2': t('Block'),
      'twitter:data2': transaction.block_number === null ? t('pending') : String(transaction.block_number),
    },
  };
}

/** The metadata of one tab, by the last segment of its path and its name. */
export const describeTab =
  (segment: string, name: Msg) =>
  ({ params }: { params: Params }): Promise<Metadata> =>
    describePage(params, { segment, name: t(name) });
