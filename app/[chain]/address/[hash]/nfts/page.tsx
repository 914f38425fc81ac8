import { HeldInstances } from '@/components/holding/held-instances';
import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddressNfts } from '@/lib/endpoints/holding';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** NFTs held by an address, by collection and token ID. */
export default async function AddressNftsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressNfts, page, { tab: 'nfts', searchParams });
  return (
    <ListPage
      list={list}
      label={t('NFTs')}
      what={t('the NFTs of an address')}
      isBare
      empty={
        <EmptyState icon="cube" title={t('No NFTs')}>
          {t('According to the indexed transfers, this address holds none.')}
        </EmptyState>
      }
    >
      <HeldInstances instances={list.items} />
    </ListPage>
  );
}
