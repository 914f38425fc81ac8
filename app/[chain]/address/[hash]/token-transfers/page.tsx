import { DirectionFilter } from '@/components/address/direction-filter';
import { AddressTransfersTable } from '@/components/token-transfer/address-transfers-table';
import { TransferFilter } from '@/components/token-transfer/transfer-filter';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

const { shape } = listTransfersOfAddress.query;

/** The token transfers from and to an address, newest first, a page at a time; filters and place stand in the URL. */
export default async function AddressTransfersPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(shape, await searchParams, ['filter', 'type', 'token']);
  const { filter: text, ...rest } = asked.query;
  const filter = shape.filter.parse(text);
  const page = await call(listTransfersOfAddress, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: { ...rest, filter },
  });
  const transfers = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/token-transfers`;
  const types = shape.type.parse(asked.query.type) ?? [];
  const { type, token } = asked.kept;
  return (
    <section aria-label="Token transfers" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <DirectionFilter href={path} chosen={filter} kept={{ type, token }} />
        <TransferFilter href={path} chosen={types} kept={{ filter, token }} />
      </div>
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the transfers of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={<NoTransfers isFiltered={Object.keys(asked.kept).length > 0} href={path} />}
        >
          <AddressTransfersTable transfers={transfers} address={address.hash} />
        </ListBody>
      </div>
      {transfers.length > 0 && <CsvLink href={`/${chain.id}/address/${address.hash}/csv/token-transfers`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTransfers(props: { isFiltered: boolean; href: string }) {
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No matching transfers">
        <a href={props.href}>Show all transfers.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="arrowRight" title="No token transfers">
      The indexed logs have no {listTokenTypes('or')} transfer from or to this address.
    </EmptyState>
  );
}
