import type { ReactNode } from 'react';
import { coinText } from '@/components/chain/amount';
import { describeStatus } from '@/components/transaction/transaction-status';
import { QrCode } from '@/components/ui/qr-code';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Transaction } from '@/lib/endpoints/transaction';
import { nameOfAddress } from '@/lib/format/address-name';
import { countOf, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { formatUtc } from '@/lib/format/time';
import { tellRevertReason } from '@/lib/sentence/revert-reason';
import { ReceiptTransfer } from '../token-transfer/receipt-transfer';

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
    <section aria-label="Receipt" className="hidden print:block">
      <div className="flex gap-4 border-t border-line">
        <dl className="grid grow grid-cols-[8.5rem_minmax(0,1fr)] content-start">
          <Line label="Status">
            {describeStatus(transaction).text}
            {transaction.status === 'error' &&
              `: ${displayText(tellRevertReason(transaction) ?? transaction.result, 400)}`}
          </Line>
          <Line label="Chain">
            <bdi>{chain.name}</bdi>, chain ID {chain.id}
          </Line>
          <Line label="Block">{tellBlock(transaction)}</Line>
          {timestamp !== null && <Line label="Time">{formatUtc(timestamp)}</Line>}
        </dl>
        <QrCode text={url} label="QR code of this page’s URL" className="size-[26mm] shrink-0" />
      </div>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] border-t border-line">
        <Line label="From">
          <Party address={transaction.from} />
        </Line>
        <Line label={transaction.to === null ? 'Creates' : 'To'}>
          <Party address={transaction.to ?? transaction.created_contract} />
        </Line>
        {transaction.method !== null && (
          <Line label="Method">
            {displayText(transaction.decoded_input?.method_call ?? transaction.method, 400)}
          </Line>
        )}
        <Line label="Value">
          <Exact wei={transaction.value} symbol={chain.symbol} />
        </Line>
        <Fees transaction={transaction} symbol={chain.symbol} />
        {fhe && (
          <Line label="FHE">
            {countOf(fhe.operation_count, 'operation')}, {groupDigits(fhe.total_hcu)} HCU
          </Line>
        )}
        {transfers.length > 0 && (
          <Line label={transaction.token_transfers_overflow === true ? 'First transfers' : 'Transfers'}>
            {transfers.map((transfer) => (
              <ReceiptTransfer key={transfer.log_index} transfer={transfer} />
            ))}
          </Line>
        )}
      </dl>
      <p className="wrap-any mt-4 text-soft">
        {url}
        <br />
        Printed at {formatUtc(new Date().toISOString())}, with{' '}
        {countOf(transaction.confirmations, 'confirmation')}. Amounts are exact.
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
  if (address === null) return 'nothing';
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
      {coinText(wei, symbol)}
      <br />
      <span className="text-soft">{groupDigits(wei)} wei</span>
    </>
  );
}

function Fees({ transaction, symbol }: { transaction: Transaction; symbol: string }) {
  const { fee, gas_used: used, gas_limit: limit, gas_price: price } = transaction;
  const { transaction_burnt_fee: burnt, priority_fee: priority } = transaction;
  return (
    <>
      {fee.value !== null && (
        <Line label={fee.type === 'maximum' ? 'Max fee' : 'Transaction fee'}>
          <Exact wei={fee.value} symbol={symbol} />
          {burnt !== null && `, of which ${groupDigits(burnt)} burnt`}
          {burnt !== null && priority !== null && ` and ${groupDigits(priority)} priority fee`}
        </Line>
      )}
      <Line label="Gas">
        {used === null ? 'not used yet' : `${groupDigits(used)} used`}, limit {groupDigits(limit)}
        {price !== null && `, ${groupDigits(price)} wei per gas`}
      </Line>
      <Line label="Nonce">{groupDigits(transaction.nonce)}</Line>
    </>
  );
}

function tellBlock({ block_number: block, position, status }: Transaction): string {
  if (block === null) return status === null ? 'pending' : 'none';
  return position === null ? groupDigits(block) : `${groupDigits(block)}, position ${groupDigits(position)}`;
}
