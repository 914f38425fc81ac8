import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import { HCU_LIMITS } from '@/lib/fhe/prices';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Sums over a transaction's operations, in HCU. */
export type HcuTotals = Readonly<{ operation_count: number; total_hcu: number; max_depth_hcu: number }>;

/** Share of the protocol's per-transaction limits used: total HCU and sequential depth. */
export function HcuBudget({ totals }: { totals: HcuTotals }) {
  return (
    <>
      <Budget
        name={t('Total HCU')}
        note={t('sum over all operations')}
        used={totals.total_hcu}
        limit={HCU_LIMITS.perTransaction}
      />
      <Budget
        name={t('Sequential depth')}
        note={t('HCU along the critical path, which must run in sequence')}
        used={totals.max_depth_hcu}
        limit={HCU_LIMITS.depthPerTransaction}
      />
    </>
  );
}

function Budget(props: { name: string; note: string; used: number; limit: number }) {
  const { used, limit } = props;
  const share = formatShare(BigInt(used), BigInt(limit));
  const thousandths = perMille(BigInt(used), BigInt(limit));
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-sm text-soft" title={props.note}>
          {props.name}
        </span>
        <span className="figure text-sm text-soft">
          {rich('{hcu} HCU', {
            hcu: <span className="text-md font-medium text-ink">{groupDigits(used)}</span>,
          })}
        </span>
      </p>
      <Meter
        className="mt-1.5"
        label={t('{name}: {share} of the limit', { name: props.name, share })}
        stretches={[{ perMille: thousandths, className: thousandths >= 900 ? 'fill-error' : 'fill-secret' }]}
      />
      <p className="label mt-1 flex justify-between gap-4">
        <span>{share}</span>
        <span>{t('limit {limit}', { limit: groupDigits(limit) })}</span>
      </p>
    </div>
  );
}
