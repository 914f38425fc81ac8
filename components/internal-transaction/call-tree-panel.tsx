import { type AddressNames, tokenAt, toNames, type Units } from '@/components/chain/amount-value';
import { CallParameters } from '@/components/chain/call-parameters';
import { ApiMessage } from '@/components/ui/api-message';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { SearchForm } from '@/components/ui/search-form';
import type { CallFrame, CallTree as Tree } from '@/lib/endpoints/call-tree';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { Coin } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { type CallTreeLink, callHref } from './call-links';
import { CallTree } from './call-tree';
import { describeCallCount } from './describe-call-count';
import { toRowContext } from './row-context';

type Props = {
  /** Without a source, it is the flat list of another API. */
  tree: Tree;
  transaction: Transaction;
  coin: Coin;
  link: CallTreeLink;
  /** Of amounts. */
  units: Units;
};

/** The call tree with its filters, where the page is in it, and what it comes from. */
export function CallTreePanel({ tree, transaction, coin, link, units }: Props) {
  const { frames, omissions, ancestors, root } = tree;
  const context = toRowContext({ transaction, tree, units, coin, link });
  const focus = root === 0 ? undefined : frames.find(({ index }) => index === root);
  return (
    <>
      {tree.source !== null && <Filters tree={tree} link={link} />}
      <Panel title={t('Calls')} id="calls" aside={describeCallCount(tree, link)}>
        {ancestors.length > 0 && <Around ancestors={ancestors} link={link} />}
        <div className="overflow-x-auto px-2 py-2 sm:px-3">
          <CallTree frames={frames} omissions={omissions} context={context} />
        </div>
        {focus && <Focus call={focus} units={units} names={toNames(tree.addresses)} />}
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
          <span className="flex flex-wrap gap-x-4">
            {focus && (
              <a
                href={withQuery(link.path.replace(/internal$/, 'debug'), { call: focus.index })}
                rel="nofollow"
                className="no-print"
              >
                {t('Step through this call')}
              </a>
            )}
            <a href={link.path.replace(/internal$/, 'trace')}>{t('Raw trace')}</a>
          </span>
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
  { only: 'changing', text: msg('Without reads') },
  { only: 'value', text: msg('Only value transfers') },
  { only: 'failing', text: msg('Only the failing path') },
] as const;

function Filters({ tree, link }: { tree: Props['tree']; link: CallTreeLink }) {
  const { failing } = tree;
  const choices = FILTERS.filter(({ only }) => only !== 'failing' || failing !== null || link.only === only);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FilterChips
        label={t('Calls')}
        choices={choices.map(({ only, text }) => ({
          text: t(text),
          href: withQuery(link.path, { only, q: link.q, depth: link.depth }),
          isOn: link.only === only,
        }))}
      />
      {failing !== null && (
        <a
          href={callHref({ ...link, only: undefined, q: undefined }, failing)}
          className="text-sm text-error underline"
        >
          {rich('Failed at call {failing}', { failing })}
        </a>
      )}
      <nav aria-label={t('Expanded levels')} className="no-print flex flex-wrap items-center gap-2 text-sm">
        <span className="text-soft">{t('Expanded levels')}</span>
        {DEPTHS.map((depth) => (
          <a
            key={depth ?? ''}
            href={withQuery(link.path, { only: link.only, q: link.q, depth })}
            aria-current={link.depth === depth ? 'true' : undefined}
            className="aria-[current=true]:font-semibold aria-[current=true]:text-ink"
          >
            {depth ?? t('all')}
          </a>
        ))}
      </nav>
      <span className="sm:ms-auto">
        <SearchForm
          list={{ path: link.path, params: paramsOf(link) }}
          label={t('Search calls')}
          placeholder={t('Method, name or 0x…')}
        />
      </span>
    </div>
  );
}

const DEPTHS = ['1', '2', '3', undefined] as const;

function paramsOf({ only, q, depth }: CallTreeLink): Record<string, string> {
  return { ...(only && { only }), ...(q && { q }), ...(depth && { depth }) };
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
function Focus({ call, units, names }: { call: CallFrame; units: Units; names: AddressNames }) {
  return (
    <div className="border-t border-line">
      {call.decoded_input && (
        <CallParameters
          call={call.decoded_input}
          inputs={call.declared_inputs}
          token={call.to === null ? undefined : tokenAt(units, call.to.hash)}
          {...{ units, names }}
        />
      )}
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

/** The target of a call in a few words: the contract and its method. */
function CallEnds({ call }: { call: Pick<CallFrame, 'to' | 'created_contract' | 'method' | 'type'> }) {
  const target = call.to ?? call.created_contract;
  const name = target === null ? call.type : (target.name ?? shortenHash(target.hash));
  return (
    <bdi>
      {displayText(name, 24)}
      {call.method !== null && `.${displayText(call.method, 40)}`}
    </bdi>
  );
}
