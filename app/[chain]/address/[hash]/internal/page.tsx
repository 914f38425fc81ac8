import { DirectionFilter } from '@/components/address/direction-filter';
import { AddressCallsTable } from '@/components/internal-transaction/address-calls-table';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listAddressInternals } from '@/lib/endpoints/internal-transaction';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

const { shape } = listAddressInternals.query;

/** The calls inside transactions that an address made or got, newest first, a page at a time. */
export default async function AddressInternalsPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(shape, await searchParams, ['filter']);
  const { filter: text, ...rest } = asked.query;
  const filter = shape.filter.parse(text);
  const page = await callExtra(listAddressInternals, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: { ...rest, filter },
  });
  const calls = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/internal`;
  return (
    <section aria-label="Internal transactions" className="flex flex-col gap-3">
      <DirectionFilter href={path} chosen={filter} />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the internal transactions of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={
            <EmptyState icon="none" title="No internal transactions">
              {page?.meta?.message ?? 'The index has no internal transaction from or to this address.'}
            </EmptyState>
          }
        >
          <AddressCallsTable calls={calls} address={address.hash} symbol={chain.symbol} />
        </ListBody>
      </div>
      {calls.length > 0 && page?.meta && <p className="text-sm text-faint">{page.meta.message}</p>}
      {calls.length > 0 && <CsvLink href={`/${chain.id}/address/${address.hash}/csv/internal`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
