import { ListPage } from '@/components/layout/list-page';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { loadList, type SearchParams } from '../../load-list';
import { getPageAddress, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressTransactions, page, {
    searchParams,
    filters: ['filter'],
    ignored: ['sort', 'order'],
  });
  const { chain, address, path } = page;
  return (
    <ListPage
      list={list}
      label="Transactions"
      what="the transactions of an address"
      head={<DirectionFilter list={list} />}
      csv={`${path}/csv/transactions`}
      filtered={{ title: 'No transactions in this direction', link: 'Show all transactions.' }}
      empty={
        <EmptyState icon="arrowRight" title="No transactions">
          The indexed blocks have no transaction from or to this address. Calls between contracts are internal
          transactions.
        </EmptyState>
      }
    >
      <TransactionsTable
        caption="Transactions of this address, newest first"
        transactions={list.items}
        symbol={chain.symbol}
        of={{ address: address.hash }}
      />
    </ListPage>
  );
}
