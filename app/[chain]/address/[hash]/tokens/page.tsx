import { AddressTokensTable } from '@/components/holding/balances-table';
import { TransferFilter } from '@/components/token-transfer/transfer-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listAddressTokens } from '@/lib/endpoints/holding';
import { typesWith } from '@/lib/evm/token-standards';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

const { shape } = listAddressTokens.query;

/** The tokens that an address has, a page at a time. */
export default async function AddressTokensPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(shape, await searchParams, ['type']);
  const page = await call(listAddressTokens, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: asked.query,
  });
  const balances = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/tokens`;
  const types = shape.type.parse(asked.query.type) ?? [];
  return (
    <section aria-label="Tokens" className="flex flex-col gap-3">
      <TransferFilter href={path} chosen={types} />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the tokens of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={<NoTokens isFiltered={types.length > 0} href={path} />}
        >
          <AddressTokensTable balances={balances} />
        </ListBody>
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTokens(props: { isFiltered: boolean; href: string }) {
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No tokens of these standards">
        <a href={props.href}>Show all standards.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="No tokens">
      According to the indexed transfers it holds none. Confidential balances (
      {typesWith('encrypted').join(', ')}) can only be read by authorized accounts, so they are not listed.
    </EmptyState>
  );
}
