import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { WithdrawalsTable } from '@/components/withdrawal/withdrawals-table';
import { callExtra } from '@/lib/client/call';
import { listAddressWithdrawals } from '@/lib/endpoints/withdrawal';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** What the consensus layer paid out to an address, newest first, a page at a time. */
export default async function AddressWithdrawalsPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(listAddressWithdrawals.query.shape, await searchParams);
  const page = await callExtra(listAddressWithdrawals, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: asked.query,
  });
  const withdrawals = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/withdrawals`;
  return (
    <section aria-label="Withdrawals" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        <ListBody
          what="the withdrawals of an address"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={
            <EmptyState icon="none" title="No withdrawals">
              The indexed blocks have no withdrawal to this address.
            </EmptyState>
          }
        >
          <WithdrawalsTable
            caption="Withdrawals to this address, newest first"
            withdrawals={withdrawals}
            symbol={chain.symbol}
            of="address"
          />
        </ListBody>
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
