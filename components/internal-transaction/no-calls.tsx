import { ApiMessage } from '@/components/ui/api-message';
import { EmptyPanel } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import type { Message } from '@/lib/messages/message';

type Props = {
  transaction: Transaction;
  note: Message | null | undefined;
  isWithoutCall?: boolean;
  /** The page of the coin transfers that it has logged. */
  coinHref?: string | undefined;
};

/** Why there is no call tree. */
export function NoCalls({ transaction, note, isWithoutCall = false, coinHref }: Props) {
  if (transaction.block_number === null) {
    return (
      <EmptyPanel icon="clock" title={t('No internal transactions yet')}>
        {t('They are known once the transaction is in a block.')}
      </EmptyPanel>
    );
  }
  if (isWithoutCall) {
    return (
      <EmptyPanel icon="none" title={t('Call not found')}>
        {rich('This transaction has no call with that number. <link>Show all calls</link>', {
          link: (words) => <a href="?">{words}</a>,
        })}
      </EmptyPanel>
    );
  }
  return (
    <EmptyPanel icon="none" title={t('Internal transactions are not available')}>
      {note == null ? (
        t('They come from traces, and no trace of this transaction is available.')
      ) : (
        <ApiMessage of={note} />
      )}
      {coinHref !== undefined && (
        <>
          {' '}
          {rich('What they transferred is known from logs: <link>coin transfers</link>.', {
            link: (words) => <a href={coinHref}>{words}</a>,
          })}
        </>
      )}
    </EmptyPanel>
  );
}
