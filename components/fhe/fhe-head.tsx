import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import { HCU_LIMITS } from '@/lib/fhe/prices';
import { formatPercent, groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { HcuBudget, type HcuTotals } from './hcu-budget';

/** HCU totals of a transaction against the protocol's limits, explained. */
export function FheHead({ totals }: { totals: HcuTotals }) {
  const { max_depth_hcu: depth, operation_count: count } = totals;
  const share = formatPercent(BigInt(depth), BigInt(HCU_LIMITS.depthPerTransaction));
  return (
    <section
      aria-label={t('HCU budget')}
      className="overflow-hidden rounded-md border border-line bg-surface shadow-panel"
    >
      <div className="grid overflow-hidden md:grid-cols-[minmax(9rem,0.5fr)_1fr_1fr] [&>div]:px-4 [&>div]:py-3 [&>div]:-me-px [&>div]:-mb-px [&>div]:border-e [&>div]:border-b [&>div]:border-line">
        <div>
          <p className="text-sm text-soft">{t('Operations')}</p>
          <p className="mt-0.5 flex items-center gap-2 text-xl font-semibold tracking-tight">
            <Icon name="lock" className="size-5 text-secret" />
            {groupDigits(count)}
          </p>
        </div>
        <HcuBudget totals={totals} />
      </div>
      <p className="border-t border-line bg-sunken px-4 py-2.5 text-sm text-soft">
        {rich(
          'Sequential depth: {depth} HCU ({share} of the limit). HCU (homomorphic complexity units) measure the cost of computing on encrypted values. The operations are public; only authorized accounts can decrypt the values.',
          { depth: groupDigits(depth), share },
        )}
      </p>
    </section>
  );
}
