import type { ReactNode } from 'react';
import { coinText } from '@/components/chain/amount';
import { describeStatus } from '@/components/transaction/transaction-status';
import { QrCode } from '@/components/ui/qr-code';
import { rich } from '@/components/ui/rich';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { nameOfAddress } from '@/lib/format/address-name';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { readRevertReason } from '@/lib/sentence/revert-reason';
import { ReceiptTransfer } from '../token-transfer/receipt-transfer';
import { blobFeeOf } from './split-transaction-fee';

type Props = {
  transaction: Transaction;
  chain: { id: string; name: string; symbol: string };
  /** FHE totals, if any. */
  fhe: { operation_count: number; total_hcu: number } | undefined;
  /** URL of the page, printed. */
  url: string;
};

/** Print version of a transaction: exact integers, full addresses, absolute times. Hidden on screens. */
export function Receipt({ transaction, chain, fhe, url }: Props) {
  const { timestamp, token_transfers: transfers } = transaction;
  return (
    <section aria-label={t('Receipt')} className="hidden print:block">
      <div className="flex gap-4 border-t border-line">
        <dl className="grid grow grid-cols-[8.5rem_minmax(0,1fr)] content-start">
          <Line label={t('Status')}>
            {describeStatus(transaction).text}
            {transaction.status === 'error' &&
              `: ${displayText(readRevertReason(transaction) ?? transaction.result, 400)}`}
          </Line>
          <Line label={t('Chain')}>
            {rich('{name}, chain ID {id}', { name: <bdi>{chain.name}</bdi>, id: chain.id })}
          </Line>
          <Line label={t('Block')}>{formatBlock(transaction)}</Line>
          {timestamp !== null && <Line label={t('Time')}>{formatUtc(timestamp)}</Line>}
        </dl>
        <QrCode text={url} label={t('QR code of this page’s URL')} className="size-[26mm] shrink-0" />
      </div>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] border-t border-line">
        <Line label={t('From')}>
          <Party address={transaction.from} />
        </Line>
        <Line label={transaction.to === null ? t('Creates') : t('To')}>
          <Party address={transaction.to ?? transaction.created_contract} />
        </Line>
        {transaction.method !== null && (
          <Line label={t('Method')}>
            {displayText(transaction.decoded_input?.method_call ?? transaction.method, 400)}
          </Line>
        )}
        <Line label={t('Value')}>
          <Exact wei={transaction.value} symbol={chain.symbol} />
        </Line>
        <Fees transaction={transaction} symbol={chain.symbol} />
        {fhe && (
          <Line label={t('FHE')}>
            {t('{count, plural, one {# operation} other {# operations}}, {totalHcu} HCU', {
              count: fhe.operation_count,
              totalHcu: groupDigits(fhe.total_hcu),
            })}
          </Line>
        )}
        {transfers.length > 0 && (
          <Line label={transaction.token_transfers_overflow === true ? t('First transfers') : t('Transfers')}>
            {transfers.map((transfer) => (
              <ReceiptTransfer key={transfer.log_index} transfer={transfer} />
            ))}
          </Line>
        )}
      </dl>
      <p className="wrap-any mt-4 text-soft">
        {url}
        <br />
        {t(
          'Printed at {time}, with {count, plural, one {# confirmation} other {# confirmations}}. Amounts are exact.',
          { time: formatUtc(new Date().toISOString()), count: transaction.confirmations },
        )}
      </p>
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid border-b border-line py-1">
      <dt className="text-soft">{label}</dt>
      <dd className="wrap-any">{children}</dd>
    </div>
  );
}

function Party({ address }: { address: Address | null }) {
  if (address === null) return t('nothing');
  const name = nameOfAddress(address);
  return (
    <>
      <span className="mono">{address.hash}</span>
      {name !== null && (
        <>
          {' '}
          (<bdi>{displayText(name, 60)}</bdi>)
        </>
      )}
    </>
  );
}

function Exact({ wei, symbol }: { wei: string; symbol: string }) {
  return (
    <>
      <bdi>{coinText(wei, symbol)}</bdi>
      <br />
      <span className="text-soft">{t('{wei} wei', { wei: groupDigits(wei) })}</span>
    </>
  );
}

function Fees({ transaction, symbol }: { transaction: Transaction; symbol: string }) {
  const { fee, gas_used: used, gas_limit: limit, gas_price: price } = transaction;
  const { transaction_burnt_fee: burnt, priority_fee: priority } = transaction;
  const blobFee = blobFeeOf(transaction);
  return (
    <>
      {fee.value !== null && (
        <Line label={fee.type === 'maximum' ? t('Max fee') : t('Transaction fee')}>
          {rich(
            '{fee}{hasBurnt, select, true {, of which {burnt} burnt} other {}}{hasPriority, select, true { and {priority} priority fee} other {}}',
            {
              fee: <Exact wei={fee.value} symbol={symbol} />,
              hasBurnt: burnt !== null,
              burnt: groupDigits(burnt ?? 0),
              hasPriority: burnt !== null && priority !== null,
              priority: groupDigits(priority ?? 0),
            },
          )}
        </Line>
      )}
      {blobFee !== undefined && (
        <Line label={t('Blob fee')}>
          <Exact wei={String(blobFee)} symbol={symbol} />
        </Line>
      )}
      <Line label={t('Gas')}>
        {t(
          '{isUsed, select, true {{used} used} other {not used yet}}, limit {limit}{hasPrice, select, true {, {price} wei per gas} other {}}',
          {
            isUsed: String(used !== null),
            used: groupDigits(used ?? 0),
            limit: groupDigits(limit),
            hasPrice: String(price !== null),
            price: groupDigits(price ?? 0),
          },
        )}
      </Line>
      <Line label={t('Nonce')}>{groupDigits(transaction.nonce)}</Line>
    </>
  );
}

function formatBlock({ block_number: block, position, status }: Transaction): string {
  if (block === null) return status === null ? t('pending') : t('none');
  return position === null
    ? groupDigits(block)
    : t('{block}, position {position}', { block: groupDigits(block), position: groupDigits(position) });
}
