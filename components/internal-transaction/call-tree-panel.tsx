import { CallParameters } from '@/components/chain/call-parameters';
import { ApiMessage } from '@/components/ui/api-message';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { CallFrame, CallTree as Tree } from '@/lib/endpoints/call-tree';
import type { Transaction } from '@/lib/endpoints/transaction';
import { parseInteger } from '@/lib/format/amount';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { CallEnds } from './call-ends';
import { type CallTreeLink, callHref } from './call-links';
import { CallTree } from './call-tree';
import { describeCallCount } from './describe-call-count';

type Props = {
  /** Without a source, it is the flat list of another API. */
  tree: Tree;
  transaction: Transaction;
  symbol: string;
  link: CallTreeLink;
};

/** The call tree with its filters, where the page is in it, and what it comes from. */
export function CallTreePanel({ tree, transaction, symbol, link }: Props) {
  const context = {
    link,
    symbol,
    gasUsed: parseInteger(transaction.gas_used),
    ends: {
      from: transaction.from.hash.toLowerCase(),
      to: (transaction.to ?? transaction.created_contract)?.hash.toLowerCase(),
    },
  };
  const { frames, omissions, ancestors, root } = tree;
  const focus = root === 0 ? undefined : frames.find(({ index }) => index === root);
  return (
    <>
      {tree.source !== null && <Filters tree={tree} link={link} />}
      <Panel title={t('Calls')} id="calls" aside={describeCallCount(tree, link.only)}>
        {ancestors.length > 0 && <Around ancestors={ancestors} link={link} />}
        <div className="overflow-x-auto px-2 py-2 sm:px-3">
          <CallTree frames={frames} omissions={omissions} context={context} />
        </div>
        {focus && <Focus call={focus} />}
      </Panel>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft">
        <span title={t('Block hashes do not commit to internal calls.')}>
          {tree.meta && (
            <>
              <ApiMessage of={tree.meta} />{' '}
            </>
          )}
          {tree.source !== null &&
            tree.calls_count === 1 &&
            `${t('No internal transactions: it made no further calls.')} `}
          {describeSource(tree)}
        </span>
        {transaction.block_number !== null && (
          <a href={link.path.replace(/internal$/, 'trace')}>{t('Raw trace')}</a>
        )}
      </p>
    </>
  );
}

function describeSource({ source }: Props['tree']): string {
  if (source === 'node') return t('From a trace returned by the node, not proven.');
  return source === 'index'
    ? t(
        'From indexed traces of the node, not proven: no trace is available now, so results are missing and long inputs are truncated.',
      )
    : '';
}

const FILTERS = [
  { only: undefined, text: msg('All calls') },
  { only: 'value', text: msg('Only value transfers') },
  { only: 'failing', text: msg('Only the failing path') },
] as const;

function Filters({ tree, link }: { tree: Props['tree']; link: CallTreeLink }) {
  const { failing } = tree;
  const choices = FILTERS.filter(({ only }) => only !== 'failing' || failing !== null || link.only === only);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FilterChips
        label={t('Calls')}
        choices={choices.map(({ only, text }) => ({
          text: t(text),
          href: withQuery(link.path, { only }),
          isOn: link.only === only,
        }))}
      />
      {failing !== null && (
        <a href={callHref({ ...link, only: undefined }, failing)} className="text-sm text-error underline">
          {rich('Failed at call {failing}', { failing })}
        </a>
      )}
    </div>
  );
}

/** The calls around the one that the page starts at, the outermost first. */
function Around({ ancestors, link }: { ancestors: readonly CallFrame[]; link: CallTreeLink }) {
  return (
    <nav aria-label={t('Parent calls')} className="border-b border-line px-4 py-2 text-sm">
      <ol className="flex flex-wrap gap-x-2 gap-y-1">
        {ancestors.map((call, at) => (
          <li key={call.index}>
            <a href={callHref(link, call.index)}>
              {call.index} <CallEnds call={call} />
            </a>
            <span className="text-faint"> ›{isGap(call, ancestors[at + 1]) && ' … ›'}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function isGap({ depth }: CallFrame, next: CallFrame | undefined): boolean {
  return next !== undefined && next.depth > depth + 1;
}

/** All parameters of the call that the page starts at, and its bytes. */
function Focus({ call }: { call: CallFrame }) {
  return (
    <div className="border-t border-line">
      {call.decoded_input && <CallParameters call={call.decoded_input} inputs={call.declared_inputs} />}
      <dl className="grid gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-soft">{t('Input')}</dt>
        <dd className="mono wrap-any">
          {call.input}
          {call.input_size > 256 &&
            t('… ({count, plural, one {# byte} other {# bytes}})', { count: call.input_size })}
        </dd>
        <dt className="text-soft">{t('Output')}</dt>
        <dd className="mono wrap-any">{call.output ?? <span className="text-faint">{t('unknown')}</span>}</dd>
        {call.gas_limit !== null && (
          <>
            <dt className="text-soft">{t('Gas limit')}</dt>
            <dd>{groupDigits(call.gas_limit)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
