import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import { countTransfers } from '@/lib/sentence/count-transfers';
import { TransferAmount } from './transfer-amount';
import { TransferEnds } from './transfer-ends';
import { TransferKind } from './transfer-kind';

/** The first ten transfers of a transaction, with a link to all. */
export function TransfersPreview(props: {
  transaction: Transaction;
  href: string;
  lookAlikes: ReadonlySet<string>;
}) {
  const { transaction, href, lookAlikes } = props;
  const { token_transfers: transfers } = transaction;
  const { count, isMore } = countTransfers(transaction);
  if (transfers.length === 0) return null;
  return (
    <Panel
      title={t('Token transfers')}
      id="transfers"
      aside={
        <a href={href}>
          {transaction.token_transfers_overflow === true
            ? t('{transfers}, first ten shown', { transfers: nameAll(isMore ? null : count) })
            : nameAll(count)}
        </a>
      }
    >
      <ol className="divide-y divide-line">
        {transfers.map((transfer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one log may hold several transfers, in a fixed order
          <TransferLine key={index} transfer={transfer} transaction={transaction} lookAlikes={lookAlikes} />
        ))}
      </ol>
    </Panel>
  );
}

function nameAll(count: number | null): string {
  if (count === 1) return t('View transfer');
  return count === null
    ? t('View all transfers')
    : t('View all {count, plural, one {# transfer} other {# transfers}}', { count });
}

function TransferLine(props: {
  transfer: TokenTransfer;
  transaction: Transaction;
  lookAlikes: ReadonlySet<string>;
}) {
  const { transfer, transaction, lookAlikes } = props;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm sm:min-h-10 sm:flex-nowrap">
      <span className="w-20 shrink-0">
        <TransferKind transfer={transfer} />
      </span>
      <TransferEnds transfer={transfer} transaction={transaction} lookAlikes={lookAlikes} />
      <span className="ms-auto flex min-w-0 items-center gap-2 text-end">
        <TransferAmount transfer={transfer} isExact />
        <span className="hidden md:inline">
          <Pill>{transfer.token_type ?? transfer.token.type ?? t('token')}</Pill>
        </span>
      </span>
    </li>
  );
}
