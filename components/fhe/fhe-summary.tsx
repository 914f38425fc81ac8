import { HcuBudget, type HcuTotals } from '@/components/fhe/hcu-budget';
import { Panel } from '@/components/ui/panel';
import { t } from '@/lib/language/t';

/** FHE operations of a transaction in brief. */
export function FheSummary({ totals, href }: { totals: HcuTotals; href: string }) {
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
        <HcuBudget totals={totals} />
      </div>
    </Panel>
  );
}
