import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { InstanceGrid } from '@/components/token-instance/instance-grid';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTokenInstances } from '@/lib/endpoints/token-instance';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The NFTs of a collection, the highest id first, a page at a time. */
export default async function InventoryPage({ params, searchParams }: Props) {
  const { chain, token } = await getPageToken(params);
  const asked = readListQuery(listTokenInstances.query.shape, await searchParams);
  const page = await callExtra(listTokenInstances, {
    chain: chain.id,
    params: { address_hash_param: token.address_hash },
    query: asked.query,
  });
  const path = `/${chain.id}/token/${token.address_hash}/inventory`;
  const instances = page?.items ?? [];
  return (
    <section aria-label="Inventory" className="flex flex-col gap-3">
      {instances.length > 0 ? (
        <InstanceGrid collection={token.address_hash} instances={instances} />
      ) : (
        <div className="rounded-md border border-line bg-surface shadow-panel">
          {page === undefined ? (
            <NotOffered what="the NFTs of a collection" />
          ) : asked.isFirst ? (
            <EmptyState icon="cube" title="No NFTs indexed">
              The index has no NFT of this contract.
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
