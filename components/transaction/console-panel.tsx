import { AddressLabel } from '@/components/chain/address';
import { Panel } from '@/components/ui/panel';
import type { Address } from '@/lib/endpoints/address-mention';
import type { TransactionOverview } from '@/lib/endpoints/transaction-overview';
import { t } from '@/lib/language/t';

type Props = {
  overview: Pick<TransactionOverview, 'console_lines' | 'console_lines_overflow'>;
  /** Known addresses by hash in lower case. */
  names: ReadonlyMap<string, Address>;
};

/** What contracts said by `console.log`. */
export function ConsolePanel({ overview, names }: Props) {
  const { console_lines: lines, console_lines_overflow: isPart } = overview;
  if (lines.length === 0) return null;
  return (
    <Panel title={t('Console')} id="console" aside="console.log">
      <ol className="divide-y divide-line">
        {lines.map(({ call, contract, text }) => (
          <li key={call} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2 text-sm">
            <code className="mono wrap-any min-w-0 whitespace-pre-wrap">{text}</code>
            <span className="text-soft sm:ms-auto">
              <AddressLabel
                address={
                  names.get(contract.toLowerCase()) ?? { hash: contract, name: null, is_contract: true }
                }
              />
            </span>
          </li>
        ))}
      </ol>
      {isPart && (
        <p className="border-t border-line px-4 py-2 text-sm text-soft">{t('There are more lines.')}</p>
      )}
    </Panel>
  );
}
