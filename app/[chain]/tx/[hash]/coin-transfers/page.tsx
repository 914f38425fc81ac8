import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { CoinTransfersNote } from '@/components/coin-transfer/coin-transfers-note';
import { CoinTransfersTable } from '@/components/coin-transfer/coin-transfers-table';
import { ListPage } from '@/components/layout/list-page';
import { EmptyState } from '@/components/ui/empty-state';
import { listTransactionCoinTransfers } from '@/lib/endpoints/coin-transfer';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = describeTab('coin-transfers', msg('Coin transfers'));

/** Logged transfers of coin of a transaction. */
export default async function CoinTransfersPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const { symbol } = page.chain;
  const list = await loadList(listTransactionCoinTransfers, page, { tab: 'coin-transfers', searchParams });
  return (
    <ListPage
      list={list}
      label={t('Coin transfers')}
      what={t('the coin transfers of a transaction')}
      note={<CoinTransfersNote transfers={list.items} symbol={symbol} />}
      empty={
        <EmptyState icon="none" title={t('No coin transfers')}>
          {t('This transaction has no logs of coin transfers: see its value and its internal transactions.')}
        </EmptyState>
      }
    >
      <CoinTransfersTable transfers={list.items} symbol={symbol} of={{ logsHref: `${page.path}/logs` }} />
    </ListPage>
  );
}
