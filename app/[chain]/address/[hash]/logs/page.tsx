import { toNames } from '@/components/chain/amount-value';
import { ListPage } from '@/components/layout/list-page';
import { AddressLogs } from '@/components/log/address-logs';
import { EmptyState } from '@/components/ui/empty-state';
import { listAddressLogs } from '@/lib/endpoints/log';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { exportsOf } from '../csv-href';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressLogsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressLogs, page, { tab: 'logs', searchParams });
  return (
    <ListPage
      list={list}
      label={t('Logs')}
      what={t('the logs of an address')}
      csv={exportsOf(page.path, list, { name: 'logs' })}
      empty={
        <EmptyState icon="arrowRight" title={t('No logs')}>
          {t('Only contracts emit logs, and this address has emitted none in the indexed blocks.')}
        </EmptyState>
      }
    >
      <AddressLogs logs={list.items} names={toNames(list.page?.addresses)} chain={page.chain} />
    </ListPage>
  );
}
