import { HcuBudget } from '@/components/fhe/hcu-budget';
import { type HcuTotals, listUsage } from '@/components/fhe/list-usage';
import { Panel } from '@/components/ui/panel';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** FHE operations of a transaction in brief. */
export function FheSummary({ totals, href }: { totals: HcuTotals; href: string }) {
  const usage = listUsage(totals);
  return (
    <Panel
      title={t('FHE operations')}
      id="fhe"
      aside={
        <a href={href}>
          {t('{count, plural, one {# operation} other {# operations}}', { count: totals.operation_count })}
        </a>
      }
    >
      <div className="flex flex-col gap-4 px-4 py-3">
        {usage.map((used, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
          <div key={index} className="flex flex-col gap-4">
            {usage.length > 1 && <p className="label">{displayText(used.name ?? t('Other executor'), 60)}</p>}
            <HcuBudget used={used} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
