import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatJson } from '@/lib/format/json';
import { displayText } from '@/lib/format/text';

/** Protocol actions decoded from the logs: swaps, liquidations, positions. */
export function ActionsPanel({ transaction }: { transaction: Transaction }) {
  if (transaction.actions.length === 0) return null;
  return (
    <Panel title="Actions" id="actions">
      <ol className="divide-y divide-line">
        {transaction.actions.map((action, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions may be equal; their order is fixed
          <li key={index} className="flex flex-col gap-1 px-4 py-2 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <Pill tone="accent">{displayText(action.protocol, 24).replaceAll('_', ' ')}</Pill>
              <span className="font-medium">{displayText(action.type, 40).replaceAll('_', ' ')}</span>
            </span>
            <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-soft">
              {Object.entries(action.data).map(([name, value]) => (
                <div key={name} className="flex min-w-0 gap-1.5">
                  <dt className="text-faint">{displayText(name, 40).replaceAll('_', ' ')}</dt>
                  <dd className="wrap-any min-w-0 text-ink">
                    {typeof value === 'string' ? <bdi>{displayText(value, 80)}</bdi> : formatJson(value, 200)}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
