import type { Metadata } from 'next';
import { SearchResults } from '@/components/search/search-results';
import { call } from '@/lib/client/call';
import { displayText } from '@/lib/format/text';
import { search } from '@/lib/spec/search';
import { getChain } from '../get-chain';

type Props = {
  params: Promise<{ chain: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const metadata: Metadata = { title: 'Search', robots: { index: false } };

/** What a search found on a chain. */
export default async function SearchPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const { q } = await searchParams;
  const text = typeof q === 'string' ? q.slice(0, 200) : '';
  const found =
    text === '' ? undefined : await call(search, { chain: chain.id, params: {}, query: { q: text } });
  return (
    <div className="flex flex-col gap-4">
      <h1 className="wrap-any text-xl font-semibold tracking-tight">
        {text === '' ? (
          'Search'
        ) : (
          <>
            Search for “<bdi>{displayText(text, 200)}</bdi>”
          </>
        )}
      </h1>
      <SearchResults items={found?.items ?? []} text={text} chain={chain} />
    </div>
  );
}
