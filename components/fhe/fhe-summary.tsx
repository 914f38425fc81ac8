import { HcuBudget, type HcuTotals } from '@/components/fhe/hcu-budget';
import { Panel } from '@/components/ui/panel';
import { countOf } from '@/lib/format/number';

/** FHE operations of a transaction in brief. */
export function FheSummary({ totals, href }: { totals: HcuTotals; href: string }) {
  return (
    <Panel
      title="FHE operations"
      id="fhe"
      aside={<a href={href}>{countOf(totals.operation_count, 'operation')}</a>}
    >
      <div className="flex flex-col gap-4 px-4 py-3">
        <HcuBudget totals={totals} />
      </div>
    </Panel>
  );
}
