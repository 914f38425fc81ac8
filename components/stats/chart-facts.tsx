import { Fact, FactNote, Facts } from '@/components/chain/facts';
import type { DrawnChart } from '@/components/charts/chart-series';
import { PeriodLinks } from '@/components/charts/period-links';
import { rich } from '@/components/ui/rich';
import type { ChartPoint } from '@/lib/endpoints/chart';
import { exactChartValue, shortChartValue, unitGap } from '@/lib/format/chart-value';
import { formatPeriod } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import { summarizeChart, unitSuffix } from './chart-summary';

/** Key figures of a chart; renders nothing without values. */
export function ChartFacts({ id, chart, chainPath }: { id: string; chart: DrawnChart; chainPath: string }) {
  const summary = summarizeChart(id, chart.points);
  if (summary === undefined) return null;
  const { latest, first, lowest, highest, change } = summary;
  return (
    <Facts className="grid-cols-2 md:grid-cols-4">
      <Fact label={latest.is_approximate === true ? t('Latest, so far') : t('Latest')}>
        <Figure point={latest} chart={chart} chainPath={chainPath} />
      </Fact>
      <Fact label={t('Change')}>
        {change === undefined ? (
          <span className="font-normal text-faint">{first === latest ? t('only one value') : '—'}</span>
        ) : (
          <bdi>{change}</bdi>
        )}
        <FactNote>{rich('since {first}', { first: formatPeriod(first, chart.resolution) })}</FactNote>
      </Fact>
      <Fact label={t('Lowest')}>
        <Figure point={lowest} chart={chart} chainPath={chainPath} />
      </Fact>
      <Fact label={t('Highest')}>
        <Figure point={highest} chart={chart} chainPath={chainPath} />
      </Fact>
    </Facts>
  );
}

function Figure({ point, chart, chainPath }: { point: ChartPoint; chart: DrawnChart; chainPath: string }) {
  return (
    <>
      <span
        className="wrap-any"
        title={`${exactChartValue(point.value, chart.unit)}${unitSuffix(chart.unit)}`}
      >
        {shortChartValue(point.value, chart.unit)}
        {chart.unit.name !== '' && (
          <>
            {unitGap(chart.unit)}
            <bdi className="text-sm font-normal text-soft">{chart.unit.name}</bdi>
          </>
        )}
      </span>
      <FactNote>
        {formatPeriod(point, chart.resolution)}{' '}
        <PeriodLinks point={point} resolution={chart.resolution} path={chainPath} />
      </FactNote>
    </>
  );
}
