import { ListToolbar } from '@/components/layout/list-toolbar';
import { StandardFilter } from '@/components/token/standard-filter';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { ZERO_FIELD } from '@/components/token-transfer/unsigned-zeros';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listTokenTransfers } from '@/lib/endpoints/token-transfer';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { jumpTo } from '../jump';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('token-transfers', {
  title: msg('Token transfers on {name}'),
  description: msg('Token transfers on {name}, newest first: {tokenTypes}.'),
});

/** Token transfers of the chain, newest first. */
export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'token-transfers');
  const { chain, where } = page;
  const [list, contents, status] = await Promise.all([
    loadList(listTokenTransfers, page, {
      searchParams: jumpTo(chain.id, 'token-transfers', searchParams),
      filters: ['type'],
      fields: ZERO_FIELD,
    }),
    loadContents(chain),
    call(getIndexingStatus, where),
  ]);
  return (
    <ChainList
      list={list}
      what={t('token transfers')}
      end={{ title: msg('No more token transfers'), link: msg('Latest token transfers') }}
      about={t('Newest first')}
      tools={
        <ListToolbar
          list={list}
          chainId={chain.id}
          newest={status?.indexed_block ?? undefined}
          hasOrder={false}
        >
          <StandardFilter list={list} types={contents?.token_types} />
        </ListToolbar>
      }
      filtered={{ title: t('No matching transfers'), link: t('Show all transfers.') }}
      empty={
        <EmptyState icon="arrowRight" title={t('No token transfers indexed yet')}>
          {t('They appear here with the first block that contains one.')}
        </EmptyState>
      }
    >
      <ListTransfersTable caption={t('Token transfers, newest first')} list={list} />
    </ChainList>
  );
}
