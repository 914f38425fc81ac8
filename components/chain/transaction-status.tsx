import type { IconName } from '@/components/ui/icon';
import { Pill, type Tone } from '@/components/ui/pill';

type Shown = Readonly<{ tone: Tone; icon: IconName; text: string }>;

/**
 * How a transaction ended: mined with status 1, mined with status 0, mined before receipts had a status, or not
 * mined yet.
 */
export function describeStatus(transaction: { status: string | null; block_number: number | null }): Shown {
  if (transaction.status === 'ok') return { tone: 'ok', icon: 'check', text: 'Success' };
  if (transaction.status === 'error') return { tone: 'error', icon: 'cross', text: 'Failed' };
  if (transaction.block_number === null) return { tone: 'pending', icon: 'clock', text: 'Pending' };
  return { tone: 'neutral', icon: 'check', text: 'Mined' };
}

/** The status of a transaction as icon and word. */
export function TransactionStatus(props: {
  transaction: { status: string | null; block_number: number | null };
}) {
  const { tone, icon, text } = describeStatus(props.transaction);
  return (
    <Pill tone={tone} icon={icon}>
      {text}
    </Pill>
  );
}
