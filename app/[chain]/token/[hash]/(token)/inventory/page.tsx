import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { ListPage } from '@/components/layout/list-page';
import { InstanceGrid } from '@/components/token-instance/instance-grid';
import { EmptyState } from '@/components/ui/empty-state';
import { listTokenInstances } from '@/lib/endpoints/token-instance';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function InventoryPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const list = await loadList(listTokenInstances, page, { tab: 'inventory', searchParams, isOptional: true });
  return (
    <ListPage
      list={list}
      label="Inventory"
      what="the NFTs of a collection"
      isBare
      empty={
        <EmptyState icon="cube" title="No NFTs indexed">
          The index has no NFT of this contract.
        </EmptyState>
      }
    >
      <InstanceGrid collection={page.token.address_hash} instances={list.items} />
    </ListPage>
  );
}
