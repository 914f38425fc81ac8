import type { ChartPoint, Resolution } from '@/lib/endpoints/chart';
import { formatPeriod } from '@/lib/format/period';
import { t } from '@/lib/language/t';

type Props = {
  point: ChartPoint;
  resolution: Resolution;
  /** Path of the chain. */
  path: string;
};

/** Links from a figure to its data: the chain's lists, from the end of the period on. */
export function PeriodLinks({ point, resolution, path }: Props) {
  const period = formatPeriod(point, resolution);
  return (
    <span className="no-print inline-flex gap-x-2 text-xs font-normal">
      <a href={`${path}/blocks?at=${point.date_to}`} aria-label={t('Blocks of {period}', { period })}>
        {t('Blocks')}
      </a>
      <a href={`${path}/txs?at=${point.date_to}`} aria-label={t('Transactions of {period}', { period })}>
        {t('Transactions')}
      </a>
    </span>
  );
}
