import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { TransactionStep } from './transaction-step';

type Props = {
  chainId: string;
  nonce: number | bigint;
  previous: string | undefined;
  next: string | undefined;
};

/** The nonce, with links to the transactions of the same sender before and after it. */
export function SenderSteps({ chainId, nonce, previous, next }: Props) {
  return (
    <span className="no-print inline-flex items-center gap-1 text-sm text-soft">
      {t('Nonce {nonce}', { nonce: groupDigits(nonce) })}
      {(previous !== undefined || next !== undefined) && (
        <span className="flex">
          <TransactionStep
            chainId={chainId}
            hash={previous}
            icon="chevronLeft"
            text={t('Previous from the same sender')}
          />
          <TransactionStep
            chainId={chainId}
            hash={next}
            icon="chevronRight"
            text={t('Next from the same sender')}
          />
        </span>
      )}
    </span>
  );
}
