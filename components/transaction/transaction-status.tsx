import { TransactionLink } from '@/components/chain/transaction-link';
import { Icon, type IconName } from '@/components/ui/icon';
import { Pill, type Tone } from '@/components/ui/pill';
import { t } from '@/lib/language/t';

type Transaction = Readonly<{
  status: string | null;
  block_number: number | null;
  replaced_by?: string | null;
}>;
type StatusDisplay = Readonly<{ tone: Tone; icon: IconName; text: string }>;

/** Status: success, failed, mined before receipts had a status, pending, or dropped and replaced. */
export function describeStatus(transaction: Transaction): StatusDisplay {
  if (transaction.status === 'ok') return { tone: 'ok', icon: 'check', text: t('Success') };
  if (transaction.status === 'error' && transaction.block_number === null) {
    const isReplaced = typeof transaction.replaced_by === 'string';
    return { tone: 'neutral', icon: 'cross', text: isReplaced ? t('Replaced') : t('Dropped') };
  }
  if (transaction.status === 'error') return { tone: 'error', icon: 'cross', text: t('Failed') };
  if (transaction.block_number === null) return { tone: 'pending', icon: 'clock', text: t('Pending') };
  return { tone: 'neutral', icon: 'check', text: t('Confirmed') };
}

export function TransactionStatus({ transaction }: { transaction: Transaction }) {
  const { tone, icon, text } = describeStatus(transaction);
  return (
    <Pill tone={tone} icon={icon}>
      {text}
    </Pill>
  );
}

/** The colors of states that have one. */
export const STATUS_COLORS: Readonly<Record<string, string>> = {
  ok: 'text-ok',
  error: 'text-error',
  pending: 'text-pending',
};

/** A transaction of a list: its status and its hash. */
export function TransactionCell({ transaction }: { transaction: Transaction & Readonly<{ hash: string }> }) {
  return (
    <span className="flex items-center gap-2">
      <StatusIcon transaction={transaction} />
      <TransactionLink hash={transaction.hash} />
    </span>
  );
}

/** Status icon for lists, with its text for screen readers. */
export function StatusIcon({ transaction }: { transaction: Transaction }) {
  const { tone, icon, text } = describeStatus(transaction);
  return (
    <span className={STATUS_COLORS[tone] ?? 'text-faint'} title={text}>
      <Icon name={icon} />
      <span className="sr-only">{text} </span>
    </span>
  );
}
