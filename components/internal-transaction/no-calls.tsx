import { ApiSentence } from '@/components/ui/api-sentence';
import { EmptyState } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';

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
      <EmptyState icon="clock" title={t('No internal transactions yet')}>
        {t('They are known once the transaction is in a block.')}
      </EmptyState>
    );
  }
  if (isWithoutCall) {
    return (
      <EmptyState icon="none" title={t('No such call')}>
        {rich('This transaction has no call with that number. <link>Show all calls</link>', {
          link: (words) => <a href="?">{words}</a>,
        })}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title={t('Internal transactions are not available')}>
      {reason === undefined ? (
        t('They come from traces, and there is none of this transaction.')
      ) : (
        <ApiSentence text={reason} />
      )}
    </EmptyState>
  );
}
