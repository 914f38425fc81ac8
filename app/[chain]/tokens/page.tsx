import type { Metadata } from 'next';
import { ListPage } from '@/components/layout/list-page';
import { PageHeader } from '@/components/layout/page-header';
import { StandardFilter } from '@/components/token/standard-filter';
import { TokensTable } from '@/components/token/tokens-table';
import { EmptyState } from '@/components/ui/empty-state';
import { listTokens } from '@/lib/endpoints/token';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { t } from '@/lib/language/t';
import { getChain } from '../get-chain';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: t('Tokens on {name}', { name: chain.name }),
    description: t('Tokens on {name}: {tokenTypes}.', {
      name: chain.name,
      tokenTypes: listTokenTypes('and'),
    }),
    alternates: { canonical: `/${chain.id}/tokens` },
  };
}

export default async function TokensPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const page = { where: { chain: chain.id, params: {} }, path: `/${chain.id}/tokens` };
  const [list, contents] = await Promise.all([
    loadList(listTokens, page, {
      searchParams,
      filters: ['type', 'q', 'sort', 'order'],
      isOptional: true,
    }),
    loadContents(chain),
  ]);
  return (
    <ListPage
      list={list}
      what={t('tokens')}
      head={
        <>
          <PageHeader
            title={t('Tokens')}
            about={
              list.params.order === 'asc' ? t('Fewest known holders first') : t('Most known holders first')
            }
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <StandardFilter list={list} types={contents?.token_types} />
            <a href={`/${chain.id}/token-transfers`}>{t('Token transfers')}</a>
          </div>
        </>
      }
      filtered={{ title: t('No matching tokens'), link: t('Show all tokens.') }}
      empty={
        <EmptyState icon="cube" title={t('No tokens indexed')}>
          {t('No token transfer is indexed yet.')}
        </EmptyState>
      }
    >
      <TokensTable tokens={list.items} list={list} />
    </ListPage>
  );
}
