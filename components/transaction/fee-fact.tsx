import { CoinAmount } from '@/components/chain/amount';
import { COIN_DECIMALS, Worth } from '@/components/chain/worth';
import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import type { Transaction } from '@/lib/endpoints/transaction';
import { parseInteger } from '@/lib/format/amount';
import { formatPercent, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { ratesOf } from './rates-of';
import { blobFeeOf, splitTransactionFee } from './split-transaction-fee';

/** The fee, split into burnt fees and the fee recipient's part. */
export function FeeFact({ transaction, symbol }: { transaction: Transaction; symbol: string }) {
  const fee = parseInteger(transaction.fee.value);
  const split = splitTransactionFee(transaction);
  const blobFee = blobFeeOf(transaction);
  return (
    <>
      <CoinAmount wei={transaction.fee.value} symbol={symbol} isExact />
      <Worth
        amount={transaction.fee.value}
        decimals={COIN_DECIMALS}
        symbol={symbol}
        {...ratesOf(transaction)}
      />
      {fee !== undefined && fee > 0n && split !== undefined && <Split fee={fee} {...split} />}
      {blobFee !== undefined && (
        <span className="mt-0.5 block text-xs font-normal text-soft">
          {rich('plus {amount} for blobs', {
            amount: <CoinAmount wei={String(blobFee)} symbol={symbol} isExact />,
          })}
        </span>
      )}
    </>
  );
}

function Split(props: { fee: bigint; burnt: bigint; priority: bigint; other: bigint }) {
  const { fee, burnt, priority, other } = props;
  const parts = [
    { name: t('burnt'), amount: burnt, bar: 'fill-burnt', dot: 'bg-burnt' },
    { name: t('priority'), amount: priority, bar: 'fill-ok', dot: 'bg-ok' },
    { name: t('rollup'), amount: other, bar: 'fill-accent', dot: 'bg-accent' },
  ].filter((part) => part.amount > 0n);
  const text = parts.map((part) => `${part.name} ${formatPercent(part.amount, fee)}`).join(', ');
  return (
    <>
      <Meter
        className="mt-1.5"
        label={t('Transaction fee: {shares}', { shares: text })}
        stretches={parts.map((part) => ({ perMille: perMille(part.amount, fee), className: part.bar }))}
      />
      <span aria-hidden="true" className="mt-1 flex flex-wrap gap-x-3 text-xs font-normal text-soft">
        {parts.map((part) => (
          <span key={part.name} className="flex items-center gap-1.5">
            <span className={`size-2 rounded-full ${part.dot}`} />
            {part.name} {formatPercent(part.amount, fee)}
          </span>
        ))}
      </span>
    </>
  );
}
