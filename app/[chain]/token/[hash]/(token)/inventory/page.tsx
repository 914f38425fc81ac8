import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { ListPage } from '@/components/layout/list-page';
import { InstanceGrid } from '@/components/token-instance/instance-grid';
import { TraitsPanel } from '@/components/token-instance/traits-panel';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { listNftTraits } from '@/lib/endpoints/nft-trait';
import { listTokenInstances } from '@/lib/endpoints/token-instance';
import { t } from '@/lib/language/t';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function InventoryPage({ params, searchParams }: Props) {
  const page = await getPageToken(params);
  const [list, traits] = await Promise.all([
    loadList(listTokenInstances, page, { tab: 'inventory', searchParams }),
    callExtra(listNftTraits, page.where),
  ]);
  const hasOwners = list.items.some((instance) => instance.owner !== null);
  return (
    <ListPage
      list={list}
      label={t('Inventory')}
      what={t('the NFTs of a collection')}
      isBare
      head={list.isFirst && traits && <TraitsPanel traits={traits} />}
      note={
        hasOwners && (
          <p className="text-sm text-faint">
            {t('The owner is the recipient of the last indexed transfer; the contract was not queried.')}
          </p>
        )
      }
      empty={
        <EmptyState icon="cube" title={t('No NFTs indexed')}>
          {t('No NFTs of this contract are indexed.')}
        </EmptyState>
      }
    >
      <InstanceGrid collection={page.token.address_hash} path={page.path} instances={list.items} />
    </ListPage>
  );
}
