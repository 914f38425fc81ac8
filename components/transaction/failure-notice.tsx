import { CallParameters } from '@/components/chain/call-parameters';
import { Notice } from '@/components/ui/notice';
import type { Transaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';
import { isPlainError } from './plain-error';
import { hasFailed } from './verbs';

/** Why a transaction failed, as far as known, and the source of that. */
export function FailureNotice({ transaction }: { transaction: Transaction }) {
  if (!hasFailed(transaction)) return null;
  const { revert_reason: reason, decoded_revert_reason: decoded, revert_reason_source: source } = transaction;
  return (
    <section aria-label="Failure reason" className="flex flex-col gap-3">
      <Notice
        tone="error"
        icon="alert"
        title={
          <>
            Failed: <bdi className="wrap-any">{displayText(reason ?? transaction.result, 480)}</bdi>
          </>
        }
      >
        {reason === null
          ? 'No revert reason was returned. All changes were reverted; the fee was still charged.'
          : 'All changes were reverted; the fee was still charged.'}
        {source === 'replay' &&
          ' The reason comes from replaying the call on the parent block, so it may differ from the original.'}
      </Notice>
      {decoded !== null && !isPlainError(decoded) && (
        <div className="rounded-md border border-line bg-surface shadow-panel">
          <CallParameters call={decoded} />
        </div>
      )}
    </section>
  );
}
