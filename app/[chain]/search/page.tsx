import type { Metadata } from 'next';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { SearchResults } from '@/components/search/search-results';
import { NotOffered } from '@/components/ui/not-offered';
import { rich } from '@/components/ui/rich';
import { callExtra, callPath } from '@/lib/client/call';
import { search } from '@/lib/endpoints/search';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { getChain } from '../get-chain';

type Props = {
  params: Promise<{ chain: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return { title: t('Search on {name}', { name: chain.name }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const { q } = await searchParams;
  const text = typeof q === 'string' ? q.slice(0, 200) : '';
  const request = { chain: chain.id, params: {}, query: { q: text } };
  const found = text === '' ? undefined : await callExtra(search, request);
  return (
    <div className="flex flex-col gap-4">
      <PageCall path={text === '' ? undefined : callPath(search, request)} />
      <PageHeader
        title={
          text === ''
            ? t('Search')
            : rich('Search for “{query}”', { query: <bdi>{displayText(text, 200)}</bdi> })
        }
        about={describe(found?.items.length ?? 0, chain.name)}
      />
      {text !== '' && found === undefined ? (
        <NotOffered what={t('names')} />
      ) : (
        <SearchResults items={found?.items ?? []} text={text} chain={chain} />
      )}
    </div>
  );
}

/** Upper bound of results that the API returns. */
const MAX_RESULTS = 50;

function describe(count: number, chain: string): string | undefined {
  // the list says that it is empty
  if (count === 0) return undefined;
  return count >= MAX_RESULTS
    ? t('the first {limit} results on {chain}; refine the search to see fewer', {
        limit: MAX_RESULTS,
        chain,
      })
    : t('{count, plural, one {# result} other {# results}} on {chain}', { count, chain });
}
