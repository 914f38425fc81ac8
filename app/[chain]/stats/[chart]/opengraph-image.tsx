import { sendShareImage } from '@/app/share-image';
import { EntityCard } from '@/components/layout/share-card';
import { summarizeChart, unitSuffix } from '@/components/stats/chart-summary';
import { chartDescription, chartUnit, shortChartValue } from '@/lib/format/chart-value';
import { formatPeriod } from '@/lib/format/period';
import { readChartState } from '../query';
import { getPageChart, loadPoints, type Params } from './load';

export const size = { width: 1200, height: 630 };
export const contentType = 'image/png';
export const alt = 'A chart: its line, its latest, lowest and highest values';

/** Open Graph image of a chart, of its default range. */
export default async function ChartImage({ params }: { params: Params }): Promise<Response> {
  const page = await getPageChart(params);
  const { points, resolution } = await loadPoints(page, readChartState({}));
  const { chain, chart } = page;
  const unit = chartUnit(chart);
  const summary = summarizeChart(chart.id, points);
  const figure = (value: string) => `${shortChartValue(value, unit)}${unitSuffix(unit)}`;
  return sendShareImage((brand) => (
    <EntityCard
      brand={brand}
      chainName={chain.name}
      badges={[{ text: 'Chart' }]}
      title={chart.title}
      subtitle={chartDescription(chart)}
      values={points.map(({ value, is_missing }) => (is_missing === true ? null : Number(value)))}
      facts={
        summary === undefined
          ? []
          : [
              { label: formatPeriod(summary.latest, resolution), value: figure(summary.latest.value) },
              { label: 'Lowest', value: figure(summary.lowest.value) },
              { label: 'Highest', value: figure(summary.highest.value) },
            ]
      }
    />
  ));
}
