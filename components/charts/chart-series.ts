import type { ChartPoint } from '@/lib/endpoints/chart';
import { axisValue, type ChartUnit } from '@/lib/format/chart-value';
import { formatAxisDay, type PeriodName } from '@/lib/format/period';
import type { LinePoint } from './line-path';
import { makeScale, type Scale } from './scale';

/** A chart ready for drawing on server and client; serializable. */
export type DrawnChart = Readonly<{
  title: string;
  unit: ChartUnit;
  resolution: PeriodName;
  points: readonly ChartPoint[];
  scale: Scale;
  ticks: readonly DayTick[];
  /** Width of the y-axis labels in pixels. */
  axisWidth: number;
}>;

/** An x-axis label: point index and text. */
export type DayTick = Readonly<{ index: number; text: string }>;

/** Heights in pixels. */
export const PLOT_HEIGHT = 280;
/** Height of the x-axis labels. */
export const AXIS_HEIGHT = 30;
/** Keeps a line at the top from being clipped. */
export const TOP_MARGIN = 10;

/** Gap between y-axis labels and plot. */
export const AXIS_GAP = 8;

/** Width of a digit at 12 px, and extra width of the widest suffix. */
const DIGIT_WIDTH = 7;
const LETTER_WIDTH = 5;
const MAX_DAY_TICKS = 5;
const LONG_DAYS = 400;
const MS_PER_DAY = 86_400_000;

/** Null where there was nothing to average. */
export function toLinePoint(point: ChartPoint): LinePoint {
  return {
    value: point.is_missing === true ? null : Number(point.value),
    isApproximate: point.is_approximate === true,
  };
}

/** Computes scale, labels and dimensions. */
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

/** At most five evenly spaced days, including first and last. */
function dayTicks({ points, resolution }: Pick<DrawnChart, 'points' | 'resolution'>): DayTick[] {
  const last = points.length - 1;
  const count = Math.min(points.length, MAX_DAY_TICKS);
  const days = (Date.parse(points[last]?.date ?? '') - Date.parse(points[0]?.date ?? '')) / MS_PER_DAY;
  return Array.from({ length: count }, (_, step) => {
    const index = count === 1 ? 0 : Math.round((step * last) / (count - 1));
    return { index, text: formatAxisDay(points[index]?.date ?? '', resolution, days > LONG_DAYS) };
  });
}

/** Text anchor that keeps the outer labels inside the chart. */
export function anchorOf(share: number): 'start' | 'middle' | 'end' {
  if (share === 0) return 'start';
  return share === 1 ? 'end' : 'middle';
}
