import type { DrawnChart } from '@/components/charts/chart-series';
import { LiveChart } from '@/components/charts/live-chart';
import { StaticChart } from '@/components/charts/static-chart';
import { EmptyState } from '@/components/ui/empty-state';
import { shortChartValue } from '@/lib/format/chart-value';
import { formatPeriod, PERIOD_NAMES } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import { summarizeChart, unitSuffix } from './chart-summary';

type Props = { id: string; chart: DrawnChart; about: string; chainPath: string };

/** A chart with its notes. `about`, the chain's name, is the subtitle of saved images. */
export function ChartPanel({ id, chart, about, chainPath }: Props) {
  const summary = summarizeChart(id, chart.points);
  if (summary === undefined) {
    return (
      <EmptyState icon="none" title={t('No data in this range')}>
        {t('This chart has no values between these dates. Try a longer range.')}
      </EmptyState>
    );
  }
  const { points, resolution, unit } = chart;
  const [first, last] = [points[0] ?? summary.first, points.at(-1) ?? summary.latest];
  const range = t('{first} to {last}', {
    first: formatPeriod(first, resolution),
    last: formatPeriod(last, resolution),
  });
  const by = t('by {period}', { period: t(PERIOD_NAMES[resolution].one) });
  const figure = (value: string) => `${shortChartValue(value, unit)}${unitSuffix(unit)}`;
  const label = t(
    '{title}, by {period}, {range}: lowest {lowest}, highest {highest}, latest {latest}. See the table for all values.',
    {
      title: chart.title,
      period: t(PERIOD_NAMES[resolution].one),
      range,
      lowest: figure(summary.lowest.value),
      highest: figure(summary.highest.value),
      latest: figure(summary.latest.value),
    },
  );
  return (
    <div className="px-4 pt-4 pb-2">
      <LiveChart
        chart={chart}
        label={label}
        about={`${range} · ${by} · ${about}`}
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
  const partial = points.find((point) => point.is_partial === true);
  const missing = points.filter((point) => point.is_missing === true).length;
  const zeros = scale.isLog ? points.filter((point) => Number(point.value) === 0).length - missing : 0;
  const remarks = [
    last?.is_approximate === true && last.is_missing !== true
      ? t('{isDashed, select, true {Dashed: } other {}}{period} is in progress, {amount} so far.', {
          isDashed: String(points.length > 1),
          period: formatPeriod(last, resolution),
          amount: `${shortChartValue(last.value, unit)}${unitSuffix(unit)}`,
        })
      : '',
    partial !== undefined && partial.is_missing !== true
      ? t('{period} is partly indexed: the index begins within it.', {
          period: formatPeriod(partial, resolution),
        })
      : '',
    missing > 0
      ? t('Gaps: no data for {missing}.', { missing: t(PERIOD_NAMES[resolution].many, { count: missing }) })
      : '',
    zeros > 0
      ? t('{count, plural, one {# zero} other {# zeros}} not shown on the logarithmic scale.', {
          count: zeros,
        })
      : '',
    scale.isFromZero || scale.isLog ? '' : t('The axis does not start at 0.'),
  ].filter((remark) => remark !== '');
  return remarks.join(' ');
}
