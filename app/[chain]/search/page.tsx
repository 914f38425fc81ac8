import type { Metadata } from 'next';
import type { SearchParams } from '@/app/[chain]/load-list';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { SearchResults } from '@/components/search/search-results';
import { NotOffered } from '@/components/ui/not-offered';
import { rich } from '@/components/ui/rich';
import { callExtra, callPath } from '@/lib/client/call';
import { search } from '@/lib/endpoints/search';
import { listSignatures, type NamedSignature } from '@/lib/endpoints/signature';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { getChain } from '../get-chain';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return { title: t('Search on {name}', { name: chain.name }), robots: { index: false } };
}

export default async function SearchPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const { q } = await searchParams;
  const text = typeof q === 'string' ? q.slice(0, 200) : '';
  const request = { chain: chain.id, params: {}, query: { q: text } };
  const [found, signatures] =
    text === ''
      ? [undefined, []]
      : await Promise.all([callExtra(search, request), findSignatures(chain.id, text)]);
  return (
    <div className="flex flex-col gap-4">
      <PageCall path={text === '' ? undefined : callPath(search, request)} />
      <PageHeader
        title={
          text === ''
            ? t('Search')
            : rich('Search for “{query}”', { query: <bdi>{displayText(text, 200)}</bdi> })
        }
        about={describe((found?.items.length ?? 0) + signatures.length, chain.name)}
      />
      {text !== '' && found === undefined ? (
        <NotOffered what={t('names')} />
      ) : (
        <SearchResults items={found?.items ?? []} signatures={signatures} text={text} chain={chain} />
      )}
    </div>
  );
}

/** By selector or topic, or by name. */
async function findSignatures(chain: string, text: string): Promise<readonly NamedSignature[]> {
  const query = KEY.test(text) ? { keys: text } : NAME.test(text) ? { name: text } : undefined;
  const found = query && (await callExtra(listSignatures, { chain, params: {}, query }));
  return found?.items ?? [];
}

const KEY = /^0x([0-9a-f]{8}|[0-9a-f]{64})$/i;
const NAME = /^[a-z_$][\w$]{2,99}$/i;

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
