import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** A share of a limit in HCU, as a bar. */
export function Budget(props: { name: string; note: string; used: number; limit: number }) {
  const { used, limit } = props;
  const share = formatShare(BigInt(used), BigInt(limit));
  const thousandths = Math.min(1000, perMille(BigInt(used), BigInt(limit)));
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
