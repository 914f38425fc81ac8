import type { ReactNode } from 'react';
import { toLinePoint } from '@/components/charts/chart-series';
import { Sparkline } from '@/components/charts/sparkline';
import { rich } from '@/components/ui/rich';
import { type ChartInfo, type ChartSeries, RESOLUTIONS } from '@/lib/endpoints/chart';
import {
  type ChartUnit,
  chartDescription,
  chartUnit,
  exactChartValue,
  shortChartValue,
  unitGap,
} from '@/lib/format/chart-value';
import { withQuery } from '@/lib/format/link';
import { formatPeriod, PERIOD_NAMES } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import { type ChartSummary, summarizeChart, unitSuffix } from './chart-summary';

type Props = {
  chart: ChartInfo;
  /** Undefined if the API has none. */
  series: ChartSeries | undefined;
  /** Path of the chart's page, and the parameters to preserve in links to it. */
  path: string;
  params: Readonly<Record<string, string>>;
  isList: boolean;
};

/** Catalog entry: latest value, change, sparkline and link. */
export function ChartCard({ chart, series, path, params, isList }: Props) {
  const unit = chartUnit(chart);
  const summary = series && summarizeChart(chart.id, series.points);
  const parts = {
    title: <Title chart={chart} href={withQuery(path, params)} />,
    value: series && <Value summary={summary} series={series} unit={unit} isList={isList} />,
    // One point is a number, and that is above.
    drawing: series && summary && series.points.length > 1 && (
      <Sparkline
        points={series.points.map(toLinePoint)}
        label={describe({ series, unit, summary })}
        className={isList ? 'h-9' : 'h-14'}
      />
    ),
    resolutions: <Resolutions chart={chart} path={path} params={params} />,
  };
  return (
    <li
      id={chart.id}
      className="group relative min-w-0 scroll-mt-20 bg-surface hover:bg-hover target:bg-accent-wash"
    >
      {isList ? <AsRow {...parts} /> : <AsCard {...parts} />}
    </li>
  );
}

type Parts = { title: ReactNode; value: ReactNode; drawing: ReactNode; resolutions: ReactNode };

function AsCard({ title, value, drawing, resolutions }: Parts) {
  return (
    <div className="flex h-full flex-col gap-3 px-4 pt-3.5 pb-3">
      {title}
      <div className="mt-auto flex flex-col gap-3">
        {value}
        {drawing}
        {resolutions}
      </div>
    </div>
  );
}

function AsRow({ title, value, drawing, resolutions }: Parts) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_9rem_11rem_11rem]">
      {title}
      <div className="max-md:hidden">{drawing}</div>
      <div className="max-md:max-w-36 max-md:text-end">{value}</div>
      <div className="max-md:hidden">{resolutions}</div>
    </div>
  );
}

function Title({ chart, href }: { chart: ChartInfo; href: string }) {
  return (
    <div className="min-w-0">
      <h3 className="wrap-any font-medium">
        <a href={href} className="text-ink after:absolute after:inset-0">
          <bdi>{chart.title}</bdi>
        </a>
      </h3>
      <p className="wrap-any mt-0.5 text-sm text-soft">
        <bdi>{chartDescription(chart)}</bdi>
      </p>
    </div>
  );
}

function Value(props: {
  summary: ChartSummary | undefined;
  series: ChartSeries;
  unit: ChartUnit;
  isList: boolean;
}) {
  const { summary, series, unit, isList } = props;
  if (summary === undefined) return <p className="text-sm text-faint">{t('No data in this range')}</p>;
  const { latest, first, change } = summary;
  const isOpen = latest.is_approximate === true;
  return (
    <div>
      <p className={`wrap-any flex flex-wrap items-baseline gap-x-2 ${isList ? 'max-md:justify-end' : ''}`}>
        <span
          className="figure text-lg font-semibold tracking-tight"
          title={`${exactChartValue(latest.value, unit)}${unitSuffix(unit)}`}
        >
          {shortChartValue(latest.value, unit)}
          {unit.name !== '' && (
            <>
              {unitGap(unit)}
              <bdi className="text-sm font-normal text-soft">{unit.name}</bdi>
            </>
          )}
        </span>
        {change !== undefined && (
          <span
            className="figure text-sm whitespace-nowrap text-soft"
            title={t('Since {first}', { first: formatPeriod(first, series.resolution) })}
          >
            {change}
          </span>
        )}
      </p>
      <p className="text-xs text-faint">
        {isOpen
          ? t('{period}, so far', { period: formatPeriod(latest, series.resolution) })
          : formatPeriod(latest, series.resolution)}
      </p>
    </div>
  );
}

function Resolutions({ chart, path, params }: { chart: ChartInfo; path: string; params: Props['params'] }) {
  const known = RESOLUTIONS.filter((name) => chart.resolutions.includes(name));
  return (
    <ul
      className="no-print relative z-1 flex flex-wrap gap-1"
      aria-label={t('Periods of {title}', { title: chart.title })}
    >
      {known.map((name) => (
        <li key={name}>
          <a href={withQuery(path, { ...params, resolution: name })} className="period">
            <span className="sr-only">{rich('{title} by', { title: chart.title })} </span>
            {t(PERIOD_NAMES[name].one)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function describe(given: { series: ChartSeries; unit: ChartUnit; summary: ChartSummary }): string {
  const { series, unit, summary } = given;
  const [start, end] = [series.points[0], series.points.at(-1)];
  const range =
    start && end
      ? t('{start} to {end}', {
          start: formatPeriod(start, series.resolution),
          end: formatPeriod(end, series.resolution),
        })
      : '';
  return t('{range}, by {period}: from {lowest} to {highest}', {
    range,
    period: t(PERIOD_NAMES[series.resolution].one),
    lowest: shortChartValue(summary.lowest.value, unit),
    highest: `${shortChartValue(summary.highest.value, unit)}${unitSuffix(unit)}`,
  });
}
