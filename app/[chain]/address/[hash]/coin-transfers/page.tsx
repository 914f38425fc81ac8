import { CoinTransfersNote } from '@/components/coin-transfer/coin-transfers-note';
import { CoinTransfersTable } from '@/components/coin-transfer/coin-transfers-table';
import { ListPage } from '@/components/layout/list-page';
import { SPAN_INPUTS } from '@/components/transaction/transaction-filter';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterForm } from '@/components/ui/filter-form';
import { listAddressCoinTransfers } from '@/lib/endpoints/coin-transfer';
import { SPAN_FIELDS } from '@/lib/format/list-field';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { exportsOf } from '../csv-href';
import { getPageAddress, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Logged transfers of coin from or to an address. */
export default async function AddressCoinTransfersPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const { chain, address, path } = page;
  const list = await loadList(listAddressCoinTransfers, page, {
    tab: 'coin-transfers',
    searchParams,
    filters: ['filter'],
    fields: SPAN_FIELDS,
  });
  return (
    <ListPage
      list={list}
      label={t('Coin transfers')}
      what={t('the coin transfers of an address')}
      head={
        <>
          <DirectionFilter list={list} />
          <FilterForm list={list} fields={SPAN_INPUTS} />
        </>
      }
      note={<CoinTransfersNote transfers={list.items} symbol={chain.symbol} />}
      csv={exportsOf(path, list, { name: 'coin-transfers' })}
      filtered={{ title: t('No matching coin transfers'), link: t('Show all coin transfers.') }}
      empty={
        <EmptyState icon="none" title={t('No coin transfers')}>
          {t('No coin transfers of this address are logged: see its transactions and internal transactions.')}
        </EmptyState>
      }
    >
      <CoinTransfersTable transfers={list.items} symbol={chain.symbol} of={{ address: address.hash }} />
    </ListPage>
  );
}
