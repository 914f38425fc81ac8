import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import type { CoinTransfer } from '@/lib/endpoints/coin-transfer';
import { t } from '@/lib/language/t';

/** Where coin transfers come from, and how many of those listed are proven. */
export function CoinTransfersNote({
  transfers,
  symbol,
}: {
  transfers: readonly CoinTransfer[];
  symbol: string;
}) {
  const proven = transfers.filter(({ is_proven }) => is_proven).length;
  const isProven = proven === transfers.length;
  return (
    <p className="text-sm text-faint">
      {isProven && <Icon name="check" className="me-1 inline size-3.5 text-ok" />}
      {rich('Every transfer of {symbol} is a log of its transaction (EIP-7708): no trace is needed.', {
        symbol,
      })}{' '}
      {isProven
        ? t('All are proven by the hashes of their blocks.')
        : t('{count} of {total} are proven by the hashes of their blocks.', {
            count: proven,
            total: transfers.length,
          })}
    </p>
  );
}
