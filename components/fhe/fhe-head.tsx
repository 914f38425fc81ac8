import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import { formatPercent, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { HcuBudget } from './hcu-budget';
import { LimitsNote } from './limits-note';
import { type HcuTotals, listUsage } from './list-usage';

/** HCU totals of a transaction against the limits of each deployment that it used, explained. */
export function FheHead({ totals, gasUsed }: { totals: HcuTotals; gasUsed: string | null }) {
  const usage = listUsage(totals);
  return (
    <section
      aria-label={t('HCU budget')}
      className="overflow-hidden rounded-md border border-line bg-surface shadow-panel"
    >
      {usage.map((used, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
        <div key={index}>
          {usage.length > 1 && (
            <p className="border-b border-line bg-sunken px-4 py-2 text-sm font-medium">
              {displayText(used.name ?? t('Other executor'), 60)}
            </p>
          )}
          <div className="grid overflow-hidden md:grid-cols-[minmax(9rem,0.5fr)_1fr_1fr] [&>div]:px-4 [&>div]:py-3 [&>div]:-me-px [&>div]:-mb-px [&>div]:border-e [&>div]:border-b [&>div]:border-line">
            <div>
              <p className="text-sm text-soft">{t('Operations')}</p>
              <p className="mt-0.5 flex items-center gap-2 text-xl font-semibold tracking-tight">
                <Icon name="lock" className="size-5 text-secret" />
                {groupDigits(used.operation_count)}
              </p>
              {gasUsed !== null && (
                <p className="text-xs text-faint">{t('in {gas} gas', { gas: groupDigits(gasUsed) })}</p>
              )}
            </div>
            <HcuBudget used={used} />
          </div>
          <p className="border-t border-line bg-sunken px-4 py-2.5 text-sm text-soft">
            {rich('Sequential depth: {depth} HCU ({share} of the limit).', {
              depth: groupDigits(used.max_depth_hcu),
              share: formatPercent(BigInt(used.max_depth_hcu), BigInt(used.limits.depth_per_transaction)),
            })}{' '}
            <LimitsNote limits={used.limits} />
          </p>
        </div>
      ))}
      <p className="border-t border-line bg-sunken px-4 py-2.5 text-sm text-soft">
        {t(
          'HCU (homomorphic complexity units) measure the cost of computing on encrypted values. The operations are public; only authorized accounts can decrypt the values.',
        )}
      </p>
    </section>
  );
}
