import type { DrawnChart } from '@/components/charts/chart-series';
import { LiveChart } from '@/components/charts/live-chart';
import { StaticChart } from '@/components/charts/static-chart';
import { EmptyState } from '@/components/ui/empty-state';
import { shortChartValue } from '@/lib/format/chart-value';
import { countOf } from '@/lib/format/number';
import { formatPeriod, PERIOD_NAMES } from '@/lib/format/period';
import { summarizeChart, unitSuffix } from './chart-summary';

type Props = { id: string; chart: DrawnChart; about: string; chainPath: string };

/** A chart with its notes. `about`, the chain's name, is the subtitle of saved images. */
export function ChartPanel({ id, chart, about, chainPath }: Props) {
  const summary = summarizeChart(id, chart.points);
  if (summary === undefined) {
    return (
      <EmptyState icon="none" title="No data in this range">
        This chart has no values between these dates. Try a longer range.
      </EmptyState>
    );
  }
  const { points, resolution, unit } = chart;
  const [first, last] = [points[0] ?? summary.first, points.at(-1) ?? summary.latest];
  const period = `${formatPeriod(first, resolution)} to ${formatPeriod(last, resolution)}`;
  const by = `by ${PERIOD_NAMES[resolution].one}`;
  const figure = (value: string) => `${shortChartValue(value, unit)}${unitSuffix(unit)}`;
  const label =
    `${chart.title}, ${by}, ${period}: lowest ${figure(summary.lowest.value)}, ` +
    `highest ${figure(summary.highest.value)}, latest ${figure(summary.latest.value)}. See the table for all values.`;
  return (
    <div className="px-4 pt-4 pb-2">
      <LiveChart
        chart={chart}
        label={label}
        about={`${period} · ${by} · ${about}`}
        remarks={remarksOf(chart)}
        chainPath={chainPath}
        fileName={id.replace(/[^\w-]/g, '_')}
      >
        <StaticChart chart={chart} label={label} />
      </LiveChart>
    </div>
  );
}

/** Notes on what the lines do not show. */
function remarksOf(chart: DrawnChart): string {
  const { points, resolution, unit, scale } = chart;
  const last = points.at(-1);
  const missing = points.filter((point) => point.is_missing === true).length;
  const zeros = scale.isLog ? points.filter((point) => Number(point.value) === 0).length - missing : 0;
  const remarks = [
    last?.is_approximate === true && last.is_missing !== true
      ? `${points.length > 1 ? 'Dashed: ' : ''}${formatPeriod(last, resolution)} is in progress, ${shortChartValue(last.value, unit)}${unitSuffix(unit)} so far.`
      : '',
    missing > 0 ? `Gaps: no data for ${countOf(missing, PERIOD_NAMES[resolution].one)}.` : '',
    zeros > 0 ? `${countOf(zeros, 'zero')} not shown on the logarithmic scale.` : '',
    scale.isFromZero || scale.isLog ? '' : 'The axis does not start at 0.',
  ].filter((remark) => remark !== '');
  return remarks.join(' ');
}
