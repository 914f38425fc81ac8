import { EmptyState } from '@/components/ui/empty-state';
import type { Transaction } from '@/lib/endpoints/transaction';

/** Why there is no call tree. */
export function NoCalls(props: {
  transaction: Transaction;
  reason: string | undefined;
  isWithoutCall?: boolean;
}) {
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      <Reason {...props} />
    </div>
  );
}

function Reason({ transaction, reason, isWithoutCall = false }: Parameters<typeof NoCalls>[0]) {
  if (transaction.block_number === null) {
    return (
      <EmptyState icon="clock" title="No internal transactions yet">
        They are known once the transaction is in a block.
      </EmptyState>
    );
  }
  if (isWithoutCall) {
    return (
      <EmptyState icon="none" title="No such call">
        This transaction has no call with that number. <a href="?">Show all calls</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="Internal transactions are not available">
      {reason ?? 'They come from traces, and there is none of this transaction.'}
    </EmptyState>
  );
}
