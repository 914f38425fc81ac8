import type { ChartPoint, Resolution } from '@/lib/endpoints/chart';
import { formatPeriod } from '@/lib/format/period';

type Props = {
  point: ChartPoint;
  resolution: Resolution;
  /** Path of the chain. */
  path: string;
};

/** From a figure to what it was made of: the chain's lists, from the end of the period on. */
export function PeriodLinks({ point, resolution, path }: Props) {
  const period = formatPeriod(point, resolution);
  return (
    <span className="no-print inline-flex gap-x-2 text-xs font-normal">
      <a href={`${path}/blocks?at=${point.date_to}`} aria-label={`Blocks of ${period}`}>
        Blocks
      </a>
      <a href={`${path}/txs?at=${point.date_to}`} aria-label={`Transactions of ${period}`}>
        Transactions
      </a>
    </span>
  );
}
