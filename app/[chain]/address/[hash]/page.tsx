import { DirectionFilter } from '@/components/address/direction-filter';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listAddressTransactions } from '@/lib/endpoints/address';
import { pageLinks, readListQuery, type SearchParams } from '../../list-query';
import { getPageAddress, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The transactions of an address, newest first, a page at a time. */
export default async function AddressPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const { sort: _, order: __, ...shape } = listAddressTransactions.query.shape;
  const asked = readListQuery(shape, await searchParams, ['filter']);
  const { filter: text, ...place } = asked.query;
  const filter = shape.filter.parse(text);
  const page = await call(listAddressTransactions, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: { ...place, filter },
  });
  const transactions = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}`;
  return (
    <section aria-label="Transactions" className="flex flex-col gap-3">
      <DirectionFilter href={path} chosen={filter} />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the transactions of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={<NoTransactions isFiltered={filter !== undefined} href={path} />}
        >
          <TransactionsTable
            caption="Transactions of this address, newest first"
            transactions={transactions}
            symbol={chain.symbol}
            of={{ address: address.hash }}
          />
        </ListBody>
      </div>
      {transactions.length > 0 && <CsvLink href={`${path}/csv/transactions`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTransactions(props: { isFiltered: boolean; href: string }) {
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No transactions in this direction">
        <a href={props.href}>Show all transactions.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="arrowRight" title="No transactions">
      The indexed blocks have no transaction from or to this address. Calls between contracts are internal
      transactions.
    </EmptyState>
  );
}
