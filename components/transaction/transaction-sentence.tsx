import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import type { Transaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';
import { AssetAmount } from '../token-transfer/asset-amount';
import { isPlainError } from './plain-error';
import { tellRevertReason } from './revert-reason';
import { type Known, type Part, tellTransaction } from './tell-transaction';
import { hasFailed } from './verbs';

type Props = { transaction: Transaction; symbol: string; known: Known; lookAlikes: ReadonlySet<string> };

/** One sentence from the transaction's own data: who did what to whom, with what result. */
export function TransactionSentence(props: Props) {
  const { transaction, lookAlikes } = props;
  return (
    <p className="max-w-5xl text-md leading-7">
      <AddressLabel address={transaction.from} part="from" lookAlikes={lookAlikes} />{' '}
      {tellTransaction(transaction, props.known).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in their order
        <SentencePart key={index} part={part} {...props} />
      ))}
      {hasFailed(transaction) && <Failure transaction={transaction} />}.
    </p>
  );
}

function SentencePart({ part, transaction, symbol, lookAlikes }: Props & { part: Part }) {
  if (typeof part === 'string') return part;
  if ('address' in part)
    return <AddressLabel address={part.address} part={part.part} lookAlikes={lookAlikes} />;
  if ('asset' in part) return <AssetAmount asset={part.asset} symbol={symbol} />;
  if ('method' in part) return <Method name={part.method} />;
  return (
    <ChainLink
      to={`/tx/${transaction.hash}/${part.link}`}
      className={part.link === 'fhe' ? 'text-secret' : 'text-ink'}
    >
      {part.text}
    </ChainLink>
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
  const { decoded_revert_reason: decoded, result } = transaction;
  const text = tellRevertReason(transaction);
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
