import { exactChartValue, unitGap } from '@/lib/format/chart-value';
import { formatPeriod } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import type { DrawnChart } from './chart-series';

/** Tooltip of a chart's point. */
export function PointReading({ chart, index }: { chart: DrawnChart; index: number }) {
  const point = chart.points[index];
  if (point === undefined) return null;
  return (
    <div className="wrap-any max-w-64 rounded-md border border-edge bg-surface px-3 py-2 text-sm shadow-panel">
      <p className="text-xs text-soft">{formatPeriod(point, chart.resolution)}</p>
      {point.is_missing === true ? (
        <p className="text-faint">{t('no value')}</p>
      ) : (
        <p className="font-medium">
          {exactChartValue(point.value, chart.unit)}
          {unitGap(chart.unit)}
          <bdi className="font-normal text-soft">{chart.unit.name}</bdi>
        </p>
      )}
      {point.is_partial === true && (
        <p className="text-xs text-pending">{t('partly indexed: the index begins within the period')}</p>
      )}
      {point.is_approximate === true && (
        <p className="text-xs text-pending">{t('so far: period in progress')}</p>
      )}
    </div>
  );
}
