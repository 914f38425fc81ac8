import { StandardFilter } from '@/components/token/standard-filter';
import { TokensTable } from '@/components/token/tokens-table';
import { EmptyState } from '@/components/ui/empty-state';
import { listTokens } from '@/lib/endpoints/token';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('tokens', {
  title: msg('Tokens on {name}'),
  description: msg('Tokens on {name}: {tokenTypes}.'),
});

export default async function TokensPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'tokens');
  const { chain } = page;
  const [list, contents] = await Promise.all([
    loadList(listTokens, page, {
      searchParams,
      filters: ['type', 'q', 'sort', 'order'],
    }),
    loadContents(chain),
  ]);
  return (
    <ChainList
      list={list}
      what={t('tokens')}
      about={
        list.params.order === 'asc'
          ? t('Sorted by holders seen in transfers, the fewest first')
          : t('Sorted by holders seen in transfers')
      }
      tools={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <StandardFilter list={list} types={contents?.token_types} />
          <a href={`/${chain.id}/token-transfers`}>{t('Token transfers')}</a>
        </div>
      }
      filtered={{ title: t('No matching tokens'), link: t('Show all tokens.') }}
      empty={
        <EmptyState icon="cube" title={t('No tokens indexed')}>
          {t('No token transfer is indexed yet.')}
        </EmptyState>
      }
    >
      <TokensTable tokens={list.items} list={list} />
    </ChainList>
  );
}
