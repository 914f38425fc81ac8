import { AddressLabel } from '@/components/chain/address';
import { roleOf } from '@/components/transaction/role-of';
import { Icon } from '@/components/ui/icon';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';

type Props = {
  transfer: Pick<TokenTransfer, 'from' | 'to'>;
  transaction: Transaction;
  lookAlikes: ReadonlySet<string>;
};

/** Sender and receiver of a transfer. */
export function TransferEnds({ transfer: { from, to }, transaction, lookAlikes }: Props) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <AddressLabel address={from} part={roleOf(from, transaction)} lookAlikes={lookAlikes} />
      <Icon name="arrowRight" className="size-3.5 text-faint" />
      <span className="sr-only">{t('to')}</span>
      <AddressLabel address={to} part={roleOf(to, transaction)} lookAlikes={lookAlikes} />
    </span>
  );
}
