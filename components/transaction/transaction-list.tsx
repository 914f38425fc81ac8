import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { FheCount } from '@/components/fhe/fhe-count';
import { MethodLabel } from '@/components/transaction/method-label';
import { StatusIcon } from '@/components/transaction/transaction-status';
import { TransactionValue } from '@/components/transaction/transaction-value';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { shortenHash } from '@/lib/format/hash';
import { t } from '@/lib/language/t';

type Props = { transactions: readonly ListedTransaction[]; chain: { id: string; symbol: string } };

/** Latest transactions. Rows are keyed by position, so that a new one changes texts without moving anything. */
export function TransactionList({ transactions, chain }: Props) {
  return (
    <Panel
      title={t('Latest transactions')}
      id="transactions"
      aside={<a href={`/${chain.id}/txs`}>{t('All transactions')}</a>}
    >
      {transactions.length === 0 ? (
        <EmptyState icon="arrowRight" title={t('No transactions indexed yet')}>
          {t('They appear here with the first block that contains one.')}
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line" data-hold="">
          {[...transactions.entries()].map(([position, transaction]) => (
            <TransactionLine key={position} transaction={transaction} chain={chain} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function TransactionLine({ transaction, chain }: { transaction: ListedTransaction; chain: Props['chain'] }) {
  const receiver = transaction.to ?? transaction.created_contract;
  return (
    <li className="flex flex-col gap-0.5 px-4 py-2 text-sm hover:bg-hover">
      <div className="flex items-center justify-between gap-x-4">
        <p className="flex min-w-0 items-center gap-2">
          <StatusIcon transaction={transaction} />
          <a
            href={`/${chain.id}/tx/${transaction.hash}`}
            className="mono text-base font-medium whitespace-nowrap"
          >
            {shortenHash(transaction.hash)}
          </a>
          {transaction.timestamp !== null && (
            <Age timestamp={transaction.timestamp} className="hidden text-faint xs:inline" />
          )}
        </p>
        <p className="flex min-w-0 items-center gap-2">
          <FheCount count={transaction.fhe_operations_count} />
          <MethodLabel transaction={transaction} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-x-4">
        <p className="flex min-w-0 items-center gap-x-2 text-soft max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:*:justify-self-start">
          <AddressLabel address={transaction.from} />
          <Icon name="arrowRight" className="size-3.5 text-faint" />
          <span className="sr-only">{t('to')}</span>
          {receiver === null ? (
            <span className="text-faint">{t('no contract')}</span>
          ) : (
            <AddressLabel address={receiver} />
          )}
        </p>
        <p className="flex flex-col items-end">
          {transaction.value === '0' && transaction.moved === undefined ? (
            <span className="figure hidden text-faint xs:inline" title={t('No value')}>
              0 <bdi>{chain.symbol}</bdi>
            </span>
          ) : (
            <TransactionValue transaction={transaction} symbol={chain.symbol} />
          )}
          {transaction.timestamp !== null && (
            <Age timestamp={transaction.timestamp} className="text-faint xs:hidden" />
          )}
        </p>
      </div>
    </li>
  );
}
