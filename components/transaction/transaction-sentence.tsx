import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import type { Transaction } from '@/lib/endpoints/transaction';
import { countOf } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { TransferAmount } from '../token-transfer/transfer-amount';
import { isPlainError } from './plain-error';
import { summarizeTransaction } from './summarize-transaction';
import { hasFailed } from './verbs';

type Props = { transaction: Transaction; symbol: string; lookAlikes: ReadonlySet<string> };

/** One sentence from the transaction's own data: who did what to whom, with what result. */
export function TransactionSentence(props: Props) {
  const { transaction, lookAlikes } = props;
  const outcomes = listOutcomes(transaction);
  return (
    <p className="max-w-5xl text-md leading-7">
      <AddressLabel address={transaction.from} part="from" lookAlikes={lookAlikes} /> <Action {...props} />
      {outcomes.map((outcome, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in their order
        <span key={index}>
          {index === outcomes.length - 1 ? ' and ' : ', '}
          {outcome}
        </span>
      ))}
      {hasFailed(transaction) && <Failure transaction={transaction} />}.
    </p>
  );
}

function Action({ transaction, symbol, lookAlikes }: Props) {
  const { verb, hasValue, action } = summarizeTransaction(transaction);
  const amount = <CoinAmount wei={transaction.value} symbol={symbol} className="font-medium" />;
  const withValue = hasValue && <> with {amount}</>;
  if (action.kind === 'create') {
    const contract = action.contract && <AddressLabel address={action.contract} lookAlikes={lookAlikes} />;
    return (
      <>
        {verb} {contract === null ? 'a contract' : <>the contract {contract}</>}
        {withValue}
      </>
    );
  }
  const receiver = <AddressLabel address={action.to} part="to" lookAlikes={lookAlikes} />;
  if (action.kind === 'send') {
    return (
      <>
        {verb} {amount} to {receiver}
      </>
    );
  }
  const called = action.method === null ? 'the contract' : <Method name={action.method} />;
  return (
    <>
      {verb} {called} {action.method !== null && 'on '}
      {receiver}
      {withValue}
    </>
  );
}

function Method({ name }: { name: string }) {
  return (
    <code className="mono wrap-any rounded-sm bg-sunken px-1.5 py-0.5 ring-1 ring-line ring-inset">
      <bdi>{displayText(name, 60)}</bdi>
    </code>
  );
}

function Failure({ transaction }: { transaction: Transaction }) {
  const { decoded_revert_reason: decoded, revert_reason: text, result } = transaction;
  // a custom error only by name: its parameters are shown below
  const error = decoded === null || isPlainError(decoded) ? text : /^[^(]*/.exec(decoded.method_call)?.[0];
  const reason = error ?? result;
  return (
    <>
      {': '}
      <bdi className="wrap-any font-medium text-error">{displayText(reason, 160)}</bdi>
    </>
  );
}

function listOutcomes(transaction: Transaction): ReactNode[] {
  const outcomes: ReactNode[] = [];
  const [transfer] = transaction.token_transfers;
  const count = transaction.token_transfers_count ?? transaction.token_transfers.length;
  if (transfer !== undefined && count === 1) {
    outcomes.push(
      <>
        {VERBS[transfer.type]} <TransferAmount transfer={transfer} />
      </>,
    );
  } else if (count > 1) {
    const more = transaction.token_transfers_count === null && transaction.token_transfers_overflow === true;
    outcomes.push(
      <>
        transferred tokens in{' '}
        <ChainLink to={`/tx/${transaction.hash}/token-transfers`} className="text-ink">
          {more && 'more than '}
          {countOf(count, 'transfer')}
        </ChainLink>
      </>,
    );
  }
  if (transaction.fhe_operations_count > 0) {
    outcomes.push(
      <ChainLink to={`/tx/${transaction.hash}/fhe`} className="text-secret">
        ran {countOf(transaction.fhe_operations_count, 'FHE operation')}
      </ChainLink>,
    );
  }
  return outcomes;
}

const VERBS = {
  token_transfer: 'transferred',
  token_minting: 'minted',
  token_burning: 'burnt',
  token_spawning: 'created',
} as const;
