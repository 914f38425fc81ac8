import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatJson } from '@/lib/format/json';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { TokenLabel } from '../token/token-label';
import { readAction } from './read-action';

/** Protocol actions decoded from the logs: swaps, liquidations, positions. */
export function ActionsPanel({ transaction }: { transaction: Transaction }) {
  if (transaction.actions.length === 0) return null;
  return (
    <Panel title={t('Actions')} id="actions">
      <ol className="divide-y divide-line">
        {transaction.actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions may be equal; their order is fixed
          <li key={index} className="flex flex-col gap-1 px-4 py-2 text-sm">
            <ActionLine action={action} />
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function ActionLine({ action }: { action: Transaction['actions'][number] }) {
  const { amounts, others } = readAction(action.data);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone="accent">{displayText(action.protocol, 24).replaceAll('_', ' ')}</Pill>
        <span className="font-medium">{displayText(action.type, 40).replaceAll('_', ' ')}</span>
        {amounts.map(({ amount, symbol, address }) => (
          <span key={`${amount} ${symbol}`} className="figure wrap-any">
            {displayText(amount, 40)}{' '}
            {address === undefined ? (
              <bdi className="text-soft">{displayText(symbol, 24)}</bdi>
            ) : (
              <TokenLabel token={{ address_hash: address, name: null, symbol }} />
            )}
          </span>
        ))}
      </span>
      {others.length > 0 && (
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-soft">
          {others.map(([name, value]) => (
            <div key={name} className="flex min-w-0 gap-1.5">
              <dt className="text-faint">{displayText(name, 40).replaceAll('_', ' ')}</dt>
              <dd className="wrap-any min-w-0 text-ink">
                {typeof value === 'string' ? <bdi>{displayText(value, 80)}</bdi> : formatJson(value, 200)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
