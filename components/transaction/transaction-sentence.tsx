import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import type { Transaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';
import { quoteReason, tellFailure } from '@/lib/sentence/revert-reason';
import { type Known, type Part, tellTransaction } from '@/lib/sentence/tell-transaction';
import { AssetAmount } from '../token-transfer/asset-amount';

type Props = { transaction: Transaction; symbol: string; known: Known; lookAlikes: ReadonlySet<string> };

/** One sentence from the transaction's own data: who did what to whom, with what result. */
export function TransactionSentence(props: Props) {
  const { transaction, lookAlikes } = props;
  const failure = tellFailure(transaction);
  // labels leave room for a colon behind them
  return (
    <p className="max-w-7xl text-md leading-7 [&_.address]:max-w-[calc(100%-1ch)]">
      <AddressLabel address={transaction.from} part="from" lookAlikes={lookAlikes} />{' '}
      {tellTransaction(transaction, props.known).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in their order
        <SentencePart key={index} part={part} {...props} />
      ))}
      {failure !== undefined && <Failure reason={quoteReason(displayText(failure, 160), transaction)} />}.
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

/** Of a custom error only the name: its parameters are shown below. */
function Failure({ reason }: { reason: string }) {
  return (
    <>
      {': '}
      <bdi className="wrap-any font-medium text-error">{reason}</bdi>
    </>
  );
}
