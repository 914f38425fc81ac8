import { CallsTable } from '@/components/internal-transaction/calls-table';
import { ListToolbar } from '@/components/layout/list-toolbar';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listInternalTransactions } from '@/lib/endpoints/internal-transaction';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { jumpTo } from '../jump';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('internal-transactions', {
  title: msg('Internal transactions on {name}'),
  description: msg('Calls and creations by contracts on {name}, newest first, as far as traces are known.'),
});

/** Internal transactions of the chain, newest first. */
export default async function InternalTransactionsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'internal-transactions');
  const { chain, where } = page;
  const [list, status] = await Promise.all([
    loadList(listInternalTransactions, page, {
      searchParams: jumpTo(chain.id, 'internal-transactions', searchParams),
      filters: ['transaction_hash'],
      ignored: ['limit'],
    }),
    callExtra(getIndexingStatus, where),
  ]);
  const note = list.page?.meta;
  return (
    <ChainList
      list={list}
      what={t('internal transactions')}
      end={{ title: msg('No more internal transactions'), link: msg('Latest internal transactions') }}
      about={t('Calls and creations by contracts, newest first')}
      tools={
        <ListToolbar
          list={list}
          chainId={chain.id}
          newest={status?.indexed_block ?? undefined}
          hasOrder={false}
        />
      }
      note={
        note != null && (
          <p className="text-sm text-faint">
            <ApiMessage of={note} />
          </p>
        )
      }
      filtered={{ title: t('No matching internal transactions'), link: t('Show all internal transactions.') }}
      empty={
        <EmptyState icon="none" title={t('No internal transactions')}>
          {note == null ? (
            t('They appear here with the first transaction in which a contract calls another.')
          ) : (
            <ApiMessage of={note} />
          )}
        </EmptyState>
      }
    >
      <CallsTable
        caption={t('Internal transactions, newest first')}
        calls={list.items}
        symbol={chain.symbol}
        list={list}
      />
    </ChainList>
  );
}
