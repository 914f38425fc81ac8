import { HeldInstances } from '@/components/holding/held-instances';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listAddressNfts } from '@/lib/endpoints/holding';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The NFTs that an address has, by collection and id, a page at a time. */
export default async function AddressNftsPage({ params, searchParams }: Props) {
  const { chain, address } = await getPageAddress(params);
  const asked = readListQuery(listAddressNfts.query.shape, await searchParams);
  const page = await callExtra(listAddressNfts, {
    chain: chain.id,
    params: { address_hash_param: address.hash },
    query: asked.query,
  });
  const instances = page?.items ?? [];
  const path = `/${chain.id}/address/${address.hash}/nfts`;
  return (
    <section aria-label="NFTs" className="flex flex-col gap-3">
      {instances.length > 0 ? (
        <HeldInstances instances={instances} />
      ) : (
        <div className="rounded-md border border-line bg-surface shadow-panel">
          {page === undefined ? (
            <NotOffered what="the NFTs of an address" />
          ) : asked.isFirst ? (
            <EmptyState icon="cube" title="No NFTs">
              According to the indexed transfers it holds none.
            </EmptyState>
          ) : (
            <ListEnd href={path} />
          )}
        </div>
      )}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
