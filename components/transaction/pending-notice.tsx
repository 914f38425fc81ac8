import { Notice } from '@/components/ui/notice';
import type { Transaction } from '@/lib/spec/transaction';

/** Says of a transaction that no block has yet what is known and what is not. */
export function PendingNotice({ transaction }: { transaction: Transaction }) {
  if (transaction.block_number !== null) return null;
  return (
    <Notice tone="pending" icon="clock" title="Not in a block yet">
      The transaction was seen and waits to be mined. Its status, its exact fee and its events follow from the
      block. This page shows them as soon as it is there; without a script, load it again.
    </Notice>
  );
}
