import { AddressCallsTable } from '@/components/internal-transaction/address-calls-table';
import { ListPage } from '@/components/layout/list-page';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddressInternals } from '@/lib/endpoints/internal-transaction';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressInternalsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressInternals, page, {
    tab: 'internal',
    searchParams,
    filters: ['filter'],
    isOptional: true,
  });
  const { chain, address, path } = page;
  const message = list.page?.meta?.message;
  return (
    <ListPage
      list={list}
      label="Internal transactions"
      what="the internal transactions of an address"
      head={<DirectionFilter list={list} />}
      note={message && <p className="text-sm text-faint">{message}</p>}
      csv={`${path}/csv/internal`}
      empty={
        <EmptyState icon="none" title="No internal transactions">
          {message ?? 'The index has no internal transaction from or to this address.'}
        </EmptyState>
      }
    >
      <AddressCallsTable calls={list.items} address={address.hash} symbol={chain.symbol} />
    </ListPage>
  );
}
