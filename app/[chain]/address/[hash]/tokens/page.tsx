import { AddressTokensTable } from '@/components/address/address-tokens-table';
import { TransferFilter } from '@/components/transaction/transfer-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listAddressTokens } from '@/lib/spec/holding';
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
        {page === undefined ? (
          <NotOffered what="the tokens of an address" />
        ) : balances.length === 0 ? (
          <NoTokens isFirst={asked.isFirst} isFiltered={types.length > 0} href={path} />
        ) : (
          <AddressTokensTable balances={balances} />
        )}
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTokens(props: { isFirst: boolean; isFiltered: boolean; href: string }) {
  if (!props.isFirst) {
    return <ListEnd href={props.href} />;
  }
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No tokens of these standards">
        <a href={props.href}>Show all standards.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="No tokens">
      By the transfers that are indexed it holds none. Confidential balances (ERC-7984) cannot be read by
      anyone who is not permitted to, so they are not listed.
    </EmptyState>
  );
}
