import { redirect } from 'next/navigation';
import { ListPage } from '@/components/layout/list-page';
import { TransactionFilter } from '@/components/transaction/transaction-filter';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { DirectionFilter } from '@/components/ui/direction-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { OrderChoice } from '@/components/ui/order-choice';
import { rich } from '@/components/ui/rich';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { CALL_FIELDS, SPAN_FIELDS, VALUE_FIELD } from '@/lib/format/list-field';
import { t } from '@/lib/language/t';
import { loadContents } from '../../load-contents';
import { loadList, type SearchParams } from '../../load-list';
import { positionOfTransaction } from '../../position-of';
import { exportsOf } from './csv-href';
import { findCounters, getPageAddress, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export default async function AddressPage({ params, searchParams }: Props) {
  const page = await getPageAddress(params);
  const list = await loadList(listAddressTransactions, page, {
    searchParams,
    filters: ['filter', 'order', 'only'],
    fields: { ...SPAN_FIELDS, ...CALL_FIELDS, ...VALUE_FIELD },
    ignored: ['sort', 'min_value'],
    positionOf: positionOfTransaction,
  });
  const { chain, address, path } = page;
  const isEmpty = list.page !== undefined && list.items.length === 0 && list.isFirst && !list.isFiltered;
  const filled = isEmpty ? filledTab((await findCounters(page)).tabs) : undefined;
  if (filled !== undefined) redirect(`${path}/${filled}`);
  const contents = await loadContents(chain);
  const hasFhe = contents?.has_fhe_operations !== false;
  return (
    <ListPage
      list={list}
      label={t('Transactions')}
      what={t('the transactions of an address')}
      head={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 [&>details[open]]:order-last [&>details[open]]:w-full">
          <DirectionFilter list={list} />
          <TransactionFilter list={list} transactions={list.items} symbol={chain.symbol} hasFhe={hasFhe} />
          <span className="ms-auto">
            <OrderChoice list={list} />
          </span>
        </div>
      }
      csv={exportsOf(path, list, { name: 'transactions', kind: 'transaction' })}
      missing={list.params.method === undefined ? undefined : <UnknownFilter path={list.path} />}
      filtered={{ title: t('No matching transactions'), link: t('Show all transactions.') }}
      empty={
        <EmptyState icon="arrowRight" title={t('No transactions')}>
          {t(
            'The indexed blocks contain no transactions from or to this address. Calls between contracts are internal transactions.',
          )}
        </EmptyState>
      }
    >
      <TransactionsTable
        caption={t('Transactions of this address, {order, select, asc {oldest} other {newest}} first', {
          order: list.params.order ?? 'desc',
        })}
        transactions={list.items}
        symbol={chain.symbol}
        of={{ address: address.hash }}
        list={list}
      />
    </ListPage>
  );
}

/** The first other tab that has something. */
function filledTab(lengths: Awaited<ReturnType<typeof findCounters>>['tabs']): string | undefined {
  if (lengths === undefined) return undefined;
  const tabs = [
    ['token-transfers', lengths.token_transfers_count],
    ['internal', lengths.internal_transactions_count],
    ['coin-transfers', lengths.coin_transfers_count],
    ['tokens', lengths.token_balances_count],
    ['withdrawals', lengths.withdrawals_count],
    ['logs', lengths.logs_count],
  ] as const;
  return tabs.find(([, count]) => (count ?? 0) > 0)?.[0];
}

function UnknownFilter({ path }: { path: string }) {
  return (
    <EmptyState icon="search" title={t('Unknown filter')}>
      {rich(
        'A method must be a selector such as 0xa9059cbb or the name of a known function. <link>Show all transactions</link>',
        { link: (words) => <a href={path}>{words}</a> },
      )}
    </EmptyState>
  );
}
