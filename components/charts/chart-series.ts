import type { ChartPoint } from '@/lib/endpoints/chart';
import { axisValue, type ChartUnit } from '@/lib/format/chart-value';
import { formatAxisDay, type PeriodName } from '@/lib/format/period';
import type { LinePoint } from './line-path';
import { makeScale, type Scale } from './scale';

/** A chart as it is drawn, on the server and by the script: data only. */
export type DrawnChart = Readonly<{
  title: string;
  unit: ChartUnit;
  resolution: PeriodName;
  points: readonly ChartPoint[];
  scale: Scale;
  ticks: readonly DayTick[];
  /** The width of the column of figures at the left, in pixels. */
  axisWidth: number;
}>;

/** A day named below a chart: the index of its point, and its name. */
export type DayTick = Readonly<{ index: number; text: string }>;

/** How high a chart is, in pixels: without and with what stands below. */
export const PLOT_HEIGHT = 280;
/** The room below the plot for the names of days. */
export const AXIS_HEIGHT = 30;
/** The room above, so that a line at the top is whole. */
export const TOP_MARGIN = 10;

/** Between the figures and the chart. */
export const AXIS_GAP = 8;

/** Of a digit of 12 pixels height, and what the widest letter behind it adds. */
const DIGIT_WIDTH = 7;
const LETTER_WIDTH = 5;
const MOST_DAY_TICKS = 5;
const LONG_DAYS = 400;
const MS_PER_DAY = 86_400_000;

/** A point's value for a line: none where there was nothing to average. */
export function toLinePoint(point: ChartPoint): LinePoint {
  return {
    value: point.is_missing === true ? null : Number(point.value),
    isApproximate: point.is_approximate === true,
  };
}

/** Adds to points what their drawing needs. */
export function drawChart(
  chart: Pick<DrawnChart, 'title' | 'unit' | 'resolution' | 'points'>,
  isLog: boolean,
): DrawnChart {
  const values = chart.points.map(toLinePoint).flatMap(({ value }) => (value === null ? [] : [value]));
  const scale = makeScale(values, isLog);
  const widest = Math.max(...scale.ticks.map((tick) => axisValue(tick, chart.unit).length));
  return {
    ...chart,
    scale,
    ticks: dayTicks(chart),
    axisWidth: AXIS_GAP + widest * DIGIT_WIDTH + LETTER_WIDTH,
  };
}

/** At most five days, equally far from each other, the first and the last one among them. */
function dayTicks({ points, resolution }: Pick<DrawnChart, 'points' | 'resolution'>): DayTick[] {
  const last = points.length - 1;
  const count = Math.min(points.length, MOST_DAY_TICKS);
  const days = (Date.parse(points[last]?.date ?? '') - Date.parse(points[0]?.date ?? '')) / MS_PER_DAY;
  return Array.from({ length: count }, (_, step) => {
    const index = count === 1 ? 0 : Math.round((step * last) / (count - 1));
    return { index, text: formatAxisDay(points[index]?.date ?? '', resolution, days > LONG_DAYS) };
  });
}

/** How the name of a day is set at its share of the width, so that the outer names stay within the chart. */
export function anchorOf(share: number): 'start' | 'middle' | 'end' {
  if (share === 0) return 'start';
  return share === 1 ? 'end' : 'middle';
}
