import { CoinAmount } from '@/components/chain/amount';
import { MovedAmount } from '@/components/token-transfer/transfer-amount';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Props = {
  transaction: Pick<ListedTransaction, 'value' | 'moved' | 'token_transfers_count'>;
  symbol: string;
};

/** What a listed transaction moved: its coin, else a transfer of tokens and how many more there are. */
export function TransactionValue({ transaction, symbol }: Props) {
  const { value, moved, token_transfers_count: transfers } = transaction;
  if (moved === undefined)
    return <CoinAmount wei={value} symbol={symbol} className={value === '0' ? 'text-faint' : ''} isColumn />;
  const more = (transfers ?? 1) - 1;
  return (
    <>
      {/* Of a handle, the list says no more than that it is one. */}
      <MovedAmount transfer={{ ...moved, encrypted_amount: null }} isColumn />
      {more > 0 && (
        <span
          className="more text-xs text-faint"
          title={t('{count, plural, one {# more token transfer} other {# more token transfers}}', {
            count: more,
          })}
        >
          +{groupDigits(more)}
        </span>
      )}
    </>
  );
}
