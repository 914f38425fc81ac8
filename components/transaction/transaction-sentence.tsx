import { AddressLabel } from '@/components/chain/address';
import { ChainLink } from '@/components/chain/chain-link';
import type { Transaction } from '@/lib/endpoints/transaction';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { describeActions } from '@/lib/sentence/describe-actions';
import { describeTransaction, type Part, type SentenceContext } from '@/lib/sentence/describe-transaction';
import { quoteReason } from '@/lib/sentence/revert-reason';
import { AssetAmount } from '../token-transfer/asset-amount';

type Props = {
  transaction: Transaction;
  symbol: string;
  known: SentenceContext;
  lookAlikes: ReadonlySet<string>;
};

const MAX_ACTIONS = 3;

/** One sentence from the transaction's own data: who did what to whom, with what result; then what it did in protocols. */
export function TransactionSentence(props: Props) {
  const parts = describeTransaction(props.transaction, props.known);
  const actions = describeActions(props.transaction, parts);
  // labels leave room for a colon behind them
  return (
    <div className="max-w-7xl [&_.address]:max-w-[calc(100%-1ch)]">
      <p className="text-md leading-7">
        <Parts parts={parts} {...props} />.
      </p>
      {actions.slice(0, MAX_ACTIONS).map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions may be equal; their order is fixed
        <p key={index} className="text-sm leading-6 text-soft">
          <Parts parts={action} {...props} />
          {index === MAX_ACTIONS - 1 && actions.length > MAX_ACTIONS && (
            <> {t('and {count} more', { count: actions.length - MAX_ACTIONS })}</>
          )}
        </p>
      ))}
    </div>
  );
}

function Parts({ parts, ...props }: Props & { parts: readonly Part[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence, in their order
  return parts.map((part, index) => <SentencePart key={index} part={part} {...props} />);
}

function SentencePart({ part, transaction, symbol, lookAlikes }: Props & { part: Part }) {
  if (typeof part === 'string') return part;
  if ('address' in part)
    return <AddressLabel address={part.address} part={part.part} lookAlikes={lookAlikes} />;
  if ('asset' in part)
    return <AssetAmount asset={part.asset} symbol={symbol} isExact={part.isPrice !== true} />;
  if ('method' in part)
    return (
      <code className="mono wrap-any rounded-sm bg-sunken px-1.5 py-0.5 ring-1 ring-line ring-inset">
        <bdi>{displayText(part.method, 60)}</bdi>
      </code>
    );
  // of a custom error only the name: its parameters are shown below
  if ('reason' in part)
    return (
      <bdi className="wrap-any font-medium text-error">
        {quoteReason(displayText(part.reason, 160), transaction)}
      </bdi>
    );
  return (
    <ChainLink
      to={`/tx/${transaction.hash}/${part.link}`}
      className={part.link === 'fhe' ? 'text-secret' : 'text-ink'}
    >
      {part.text}
    </ChainLink>
  );
}
