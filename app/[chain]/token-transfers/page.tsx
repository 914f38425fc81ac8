import type { Metadata } from 'next';
import { ListPage } from '@/components/layout/list-page';
import { ListToolbar } from '@/components/layout/list-toolbar';
import { PageHeader } from '@/components/layout/page-header';
import { StandardFilter } from '@/components/token/standard-filter';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { ZERO_FIELD } from '@/components/token-transfer/unsigned-zeros';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listTokenTransfers } from '@/lib/endpoints/token-transfer';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { getChain } from '../get-chain';
import { jumpTo } from '../jump';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Token transfers on ${chain.name}`,
    description: `Token transfers on ${chain.name}, newest first: ${listTokenTypes('and')}.`,
    alternates: { canonical: `/${chain.id}/token-transfers` },
  };
}

/** Token transfers of the chain, newest first. */
export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const where = { chain: chain.id, params: {} };
  const [list, contents, status] = await Promise.all([
    loadList(
      listTokenTransfers,
      { where, path: `/${chain.id}/token-transfers` },
      {
        searchParams: jumpTo(chain.id, searchParams, 'index'),
        filters: ['type'],
        fields: ZERO_FIELD,
        isOptional: true,
      },
    ),
    loadContents(chain),
    call(getIndexingStatus, where),
  ]);
  return (
    <ListPage
      list={list}
      what="token transfers"
      end={{ title: 'No more token transfers', link: 'Latest token transfers' }}
      head={
        <>
          <PageHeader title="Token transfers" about="newest first" />
          <ListToolbar
            list={list}
            chainId={chain.id}
            newest={status?.indexed_block ?? undefined}
            hasOrder={false}
          >
            <StandardFilter list={list} types={contents?.token_types} />
          </ListToolbar>
        </>
      }
      filtered={{ title: 'No matching transfers', link: 'Show all transfers.' }}
      empty={
        <EmptyState icon="arrowRight" title="No token transfers indexed yet">
          They appear here with the first block that contains one.
        </EmptyState>
      }
    >
      <ListTransfersTable caption="Token transfers, newest first" list={list} />
    </ListPage>
  );
}
