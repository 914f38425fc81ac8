import { use } from 'react';
import { toNames, toUnits } from '@/components/chain/amount-value';
import { readCoin } from '@/components/chain/coin-unit';
import { CallTree } from '@/components/internal-transaction/call-tree';
import { toRowContext } from '@/components/internal-transaction/row-context';
import { LogList } from '@/components/log/log-list';
import { NetChangesPanel } from '@/components/net-change/net-changes-panel';
import { StateChangesTable } from '@/components/state-change/state-changes-table';
import { StorageChangesPanel } from '@/components/state-change/storage-changes';
import { FailureNotice } from '@/components/transaction/failure-notice';
import { GasPanel } from '@/components/transaction/gas-panel';
import { listAddresses } from '@/components/transaction/list-addresses';
import { TransactionSentence } from '@/components/transaction/transaction-sentence';
import { TransactionStatus } from '@/components/transaction/transaction-status';
import { ApiMessage } from '@/components/ui/api-message';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import type { SimulatedCallAnswer, SimulationAnswer } from '@/lib/endpoints/simulation';
import type { Transaction } from '@/lib/endpoints/transaction';
import { listFungible } from '@/lib/format/list-fungible';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { Comparison } from './comparison';

/** A page has at most 280 KB. */
const SHOWN_LOGS = 50;
const MAX_OUTPUT = 4_000;

type Props = {
  answer: SimulationAnswer;
  /** The mined transaction that was run again, if any. */
  original: Transaction | undefined;
  chain: Readonly<{ id: string; symbol: string }>;
};

/** How calls ended, by the views that transactions have. */
export function SimulationResult({ answer, original, chain }: Props) {
  const { method, block_number: height, position, calls, meta } = answer;
  return (
    <section aria-label={t('Result')} id="result" className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        {position === null
          ? t('Executed by {method} after block #{height}, not proven.', {
              method,
              height: groupDigits(height),
            })
          : t('Executed by {method} at place {position} of block #{height}, not proven.', {
              ...{ method, position, height: groupDigits(height) },
            })}{' '}
        <ApiMessage of={meta} />
      </p>
      {calls.map((call, at) => (
        <CallResult
          // biome-ignore lint/suspicious/noArrayIndexKey: calls may be equal; their order is fixed
          key={at}
          call={call}
          title={calls.length > 1 ? t('Call {index}', { index: at + 1 }) : t('Result')}
          original={at === 0 ? original : undefined}
          chain={chain}
        />
      ))}
    </section>
  );
}

type CallProps = Omit<Props, 'answer'> & { call: SimulatedCallAnswer; title: string };

function CallResult({ call, title, original, chain }: CallProps) {
  const { transaction, net_changes, state_changes, storage_changes } = call;
  const net = net_changes ?? undefined;
  const lookAlikes = findLookAlikes(listAddresses(transaction, transaction.token_transfers));
  const tokens = listFungible(transaction, net_changes, []);
  return (
    <article className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="text-lg font-semibold">{title}</h2>
          <TransactionStatus transaction={transaction} />
        </div>
        <TransactionSentence
          {...{ transaction, lookAlikes }}
          symbol={chain.symbol}
          known={{ net, chainId: chain.id }}
        />
      </header>
      {original && <Comparison call={call} original={original} />}
      <FailureNotice transaction={transaction} tokens={tokens} hasCalls />
      <Output call={call} />
      {net && <NetChangesPanel {...{ transaction, net, lookAlikes }} symbol={chain.symbol} />}
      <Calls call={call} chain={chain} tokens={tokens} />
      <Logs call={call} symbol={chain.symbol} tokens={tokens} lookAlikes={lookAlikes} />
      {state_changes && state_changes.items.length > 0 && (
        <Panel title={t('State changes')}>
          <StateChangesTable changes={state_changes.items} symbol={chain.symbol} isProven={false} />
        </Panel>
      )}
      {storage_changes && (
        <StorageChangesPanel changes={storage_changes} units={toUnits(tokens, use(readCoin(chain.symbol)))} />
      )}
      {transaction.gas_used !== null && <GasPanel transaction={transaction} symbol={chain.symbol} />}
    </article>
  );
}

function Output({ call: { output, output_size: size, transaction } }: { call: SimulatedCallAnswer }) {
  if (size === 0 || transaction.status === 'error') return null;
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      <Disclosure
        title={t('Returned data')}
        aside={t('{count, plural, one {# byte} other {# bytes}}', { count: size })}
        isOpen={size <= 128}
      >
        <p className="mono wrap-any px-4 pb-3 text-sm text-soft">{displayText(output, MAX_OUTPUT)}</p>
      </Disclosure>
    </div>
  );
}

/** The tree as far as it was answered: no page has the rest. */
function Calls({
  call: { call_tree: tree, transaction },
  chain,
  tokens,
}: Pick<CallProps, 'call' | 'chain'> & { tokens: Parameters<typeof toUnits>[0] }) {
  if (tree === null || tree.frames.length === 0) return null;
  const { frames, calls_count: count, meta } = tree;
  const coin = use(readCoin(chain.symbol));
  const link = { path: '', chainId: chain.id, only: undefined, isAlone: true };
  const context = toRowContext({ transaction, tree, units: toUnits(tokens, coin), coin, link });
  return (
    <Panel title={t('Calls')} aside={groupDigits(count)}>
      <div className="overflow-x-auto px-2 py-2 sm:px-3">
        <CallTree frames={frames} omissions={[]} context={context} />
      </div>
      {frames.length < count && (
        <p className="border-t border-line px-4 py-2 text-xs text-soft">
          {t('The first {shown} of {count} calls are shown.', { shown: frames.length, count })}
        </p>
      )}
      {meta && (
        <p className="border-t border-line px-4 py-2 text-xs text-soft">
          <ApiMessage of={meta} />
        </p>
      )}
    </Panel>
  );
}

function Logs(props: {
  call: SimulatedCallAnswer;
  symbol: string;
  tokens: Parameters<typeof toUnits>[0];
  lookAlikes: ReadonlySet<string>;
}) {
  const { call, symbol, tokens, lookAlikes } = props;
  const { logs, transaction, call_tree: tree } = call;
  if (logs === null || logs.length === 0) return null;
  const shown = logs.slice(0, SHOWN_LOGS);
  const count = transaction.logs_count ?? logs.length;
  return (
    <Panel title={t('Logs')} aside={groupDigits(count)}>
      <LogList
        logs={shown}
        units={toUnits(tokens, use(readCoin(symbol)))}
        names={toNames(tree?.addresses)}
        {...{ transaction, lookAlikes }}
      />
      {shown.length < count && (
        <p className="border-t border-line px-4 py-2 text-xs text-soft">
          {t('The first {shown} of {count} logs are shown.', { shown: shown.length, count })}
        </p>
      )}
    </Panel>
  );
}
