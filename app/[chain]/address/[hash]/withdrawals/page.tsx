import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import { WithdrawalsTable } from '@/components/withdrawal/withdrawals-table';
import { listAddressWithdrawals } from '@/lib/endpoints/withdrawal';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressWithdrawalsPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressWithdrawals, page, {
    tab: 'withdrawals',
    searchParams,
  });
  return (
    <ListPage
      list={list}
      label={t('Withdrawals')}
      what={t('the withdrawals of an address')}
      csv={{
        people: `${page.path}/csv/movements?kinds=withdrawal`,
        movements: `${page.path}/csv/movements`,
      }}
      empty={
        <EmptyState icon="none" title={t('No withdrawals')}>
          {t('The indexed blocks contain no withdrawals to this address.')}
        </EmptyState>
      }
    >
      <WithdrawalsTable
        caption={t('Withdrawals to this address, newest first')}
        withdrawals={list.items}
        symbol={page.chain.symbol}
        of="address"
      />
    </ListPage>
  );
}
