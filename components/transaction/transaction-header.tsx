import type { ReactNode } from 'react';
import { HashLine } from '@/components/chain/hash-line';
import { ConfidentialPill } from '@/components/fhe/confidential-pill';
import { TransactionStatus } from '@/components/transaction/transaction-status';
import { Pill, type Tone } from '@/components/ui/pill';
import type { Transaction } from '@/lib/endpoints/transaction';
import { type Msg, msg, t, textOf } from '@/lib/language/t';
import type { SentenceContext } from '@/lib/sentence/describe-transaction';
import { TransactionSentence } from './transaction-sentence';

const KINDS: Readonly<Record<string, { text: Msg; tone: Tone }>> = {
  contract_call: { text: msg('Contract call'), tone: 'neutral' },
  contract_creation: { text: msg('Contract creation'), tone: 'accent' },
  token_creation: { text: msg('Token creation'), tone: 'accent' },
  token_transfer: { text: msg('Token transfer'), tone: 'neutral' },
  blob_transaction: { text: msg('Blob transaction'), tone: 'neutral' },
  set_code_transaction: { text: msg('Set code (EIP-7702)'), tone: 'accent' },
};

/** Kind, status, hash and summary sentence of a transaction. */
export function TransactionHeader(props: {
  transaction: Transaction;
  symbol: string;
  known: SentenceContext;
  lookAlikes: ReadonlySet<string>;
  isConfidential: boolean;
  /** Steps to other transactions of the sender. */
  ofSender: ReactNode;
  /** Menu of the page's other forms. */
  viewAs: ReactNode;
}) {
  const { transaction } = props;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">{t('Transaction')}</h1>
        <div className="flex flex-wrap items-center gap-1.5">
          <TransactionStatus transaction={transaction} />
          {props.isConfidential && <ConfidentialPill />}
          {transaction.transaction_types.map((type) => (
            <Pill key={type} tone={KINDS[type]?.tone ?? 'neutral'}>
              {type === 'coin_transfer'
                ? t('{symbol} transfer', { symbol: props.symbol })
                : textOf(KINDS[type]?.text ?? type)}
            </Pill>
          ))}
        </div>
        <div className="ms-auto">{props.viewAs}</div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <HashLine hash={transaction.hash} what="transaction hash" />
        {props.ofSender}
      </div>
      <TransactionSentence
        transaction={transaction}
        symbol={props.symbol}
        known={props.known}
        lookAlikes={props.lookAlikes}
      />
    </header>
  );
}
