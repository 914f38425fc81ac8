import type { ReactNode } from 'react';
import { RateLine } from '@/components/chain/worth';
import { ProofMeaning } from '@/components/proof/proof-pill';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import type { Transaction } from '@/lib/endpoints/transaction';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';
import { ratesOf } from './rates-of';

const TYPES: Readonly<Record<number, Msg>> = {
  0: msg('Legacy'),
  1: msg('Access list (EIP-2930)'),
  2: msg('Dynamic fee (EIP-1559)'),
  3: msg('Blob (EIP-4844)'),
  4: msg('Set code (EIP-7702)'),
  126: msg('Deposit (OP Stack)'),
};

type Props = {
  transaction: Transaction;
  /** Null if it is not known. */
  failedCalls: number | null;
  symbol: string;
  proof: Block['proof'];
  proofHref: string;
};

export function DetailsPanel({ transaction, failedCalls, symbol, proof, proofHref }: Props) {
  const { now, past } = ratesOf(transaction);
  const { type, position, logs_count: logs, blob_versioned_hashes: blobs } = transaction;
  return (
    <Panel title={t('Details')} id="details">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 sm:grid-cols-3 lg:flex lg:flex-wrap lg:gap-x-12">
        <Detail label={t('Type')}>
          {type === null ? t('unknown') : `${type} · ${t(TYPES[type] ?? msg('unknown type'))}`}
        </Detail>
        <Detail label={t('Nonce')} hint={t('Number of transactions the sender had sent before')}>
          {groupDigits(transaction.nonce)}
        </Detail>
        {position !== null && (
          <Detail label={t('Index in block')} hint={t('Counted from 0')}>
            {groupDigits(position)}
          </Detail>
        )}
        {logs !== null && <Detail label={t('Logs')}>{groupDigits(logs)}</Detail>}
        <Detail label={t('Input data')}>
          {t('{count, plural, one {# byte} other {# bytes}}', {
            count: (transaction.raw_input.length - 2) / 2,
          })}
        </Detail>
        {blobs.length > 0 && <Detail label={t('Blobs')}>{groupDigits(blobs.length)}</Detail>}
        {transaction.has_error_in_internal_transactions !== null && (
          <Detail label={t('Failed internal calls')} hint={t('Those reverted by a parent included')}>
            <FailedCalls count={failedCalls} hasError={transaction.has_error_in_internal_transactions} />
          </Detail>
        )}
        {(now.rate !== null || past.rate !== null) && (
          <Detail
            label={t('Price of {symbol}', { symbol })}
            hint={t('In US dollars, now and at the time of the block')}
            isWide
          >
            <span className="flex flex-col">
              <RateLine rate={now} symbol={symbol} />
              {past.rate !== null && (
                <span>
                  {rich('When confirmed: {rateLine}', { rateLine: <RateLine rate={past} symbol={symbol} /> })}
                </span>
              )}
            </span>
          </Detail>
        )}
        {proof !== null && (
          <Detail label={t('Proof')} isWide>
            <ProofMeaning proof={proof} href={proofHref} />
          </Detail>
        )}
      </dl>
    </Panel>
  );
}

function FailedCalls({ count, hasError }: { count: number | null; hasError: boolean }) {
  if (count === 0 || (count === null && !hasError)) return '0';
  return <span className="text-pending">{count === null ? '≥ 1' : groupDigits(count)}</span>;
}

function Detail(props: { label: string; hint?: string; isWide?: boolean; children: ReactNode }) {
  const { label, hint, isWide = false, children } = props;
  return (
    <div className={isWide ? 'col-span-full min-w-0' : 'min-w-0'}>
      <dt className="label" title={hint}>
        {label}
      </dt>
      <dd className="wrap-any">{children}</dd>
    </div>
  );
}
