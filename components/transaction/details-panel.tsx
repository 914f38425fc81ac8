import type { ReactNode } from 'react';
import { RateLine } from '@/components/chain/worth';
import { ProofMeaning } from '@/components/proof/proof-pill';
import { Panel } from '@/components/ui/panel';
import type { Block } from '@/lib/endpoints/block';
import type { Transaction } from '@/lib/endpoints/transaction';
import { countOf, groupDigits } from '@/lib/format/number';
import { ratesOf } from './rates-of';

const TYPES: Readonly<Record<number, string>> = {
  0: 'Legacy',
  1: 'Access list (EIP-2930)',
  2: 'Dynamic fee (EIP-1559)',
  3: 'Blob (EIP-4844)',
  4: 'Set code (EIP-7702)',
  126: 'Deposit (OP Stack)',
};

type Props = { transaction: Transaction; symbol: string; proof: Block['proof']; proofHref: string };

export function DetailsPanel({ transaction, symbol, proof, proofHref }: Props) {
  const { now, past } = ratesOf(transaction);
  const { type, position, logs_count: logs, blob_versioned_hashes: blobs } = transaction;
  return (
    <Panel title="Details" id="details">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 sm:grid-cols-3 lg:flex lg:flex-wrap lg:gap-x-12">
        <Detail label="Type">
          {type === null ? 'unknown' : `${type} · ${TYPES[type] ?? 'unknown type'}`}
        </Detail>
        <Detail label="Nonce" hint="Number of transactions the sender had sent before">
          {groupDigits(transaction.nonce)}
        </Detail>
        {position !== null && (
          <Detail label="Position in block" hint="Counted from 0">
            {groupDigits(position)}
          </Detail>
        )}
        {logs !== null && <Detail label="Logs">{groupDigits(logs)}</Detail>}
        <Detail label="Input data">{countOf((transaction.raw_input.length - 2) / 2, 'byte')}</Detail>
        {blobs.length > 0 && <Detail label="Blobs">{groupDigits(blobs.length)}</Detail>}
        {transaction.has_error_in_internal_transactions !== null && (
          <Detail label="Failed internal calls">
            {transaction.has_error_in_internal_transactions ? (
              <span className="text-pending">at least 1</span>
            ) : (
              '0'
            )}
          </Detail>
        )}
        {(now.rate !== null || past.rate !== null) && (
          <Detail label={`Price of ${symbol}`} hint="In US dollars, now and at the time of the block" isWide>
            <span className="flex flex-col">
              <RateLine rate={now} symbol={symbol} />
              {past.rate !== null && (
                <span>
                  At the block: <RateLine rate={past} symbol={symbol} />
                </span>
              )}
            </span>
          </Detail>
        )}
        {proof !== null && (
          <Detail label="Proof">
            <ProofMeaning proof={proof} href={proofHref} />
          </Detail>
        )}
      </dl>
    </Panel>
  );
}

function Detail(props: { label: string; hint?: string; isWide?: boolean; children: ReactNode }) {
  const { label, hint, isWide = false, children } = props;
  return (
    <div className={isWide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="label" title={hint}>
        {label}
      </dt>
      <dd className="wrap-any">{children}</dd>
    </div>
  );
}
