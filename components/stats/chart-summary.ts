import type { ChartPoint } from '@/lib/endpoints/chart';
import { type ChartUnit, formatChange, unitGap } from '@/lib/format/chart-value';

export type ChartSummary = Readonly<{
  /** Latest final value; for totals the latest one. */
  latest: ChartPoint;
  first: ChartPoint;
  lowest: ChartPoint;
  highest: ChartPoint;
  /** Change from first to latest; undefined if the first is 0 or the only one. */
  change: string | undefined;
}>;

/** Summarizes ordered points; undefined if none has a value. */
export function summarizeChart(id: string, points: readonly ChartPoint[]): ChartSummary | undefined {
  const known = points.filter((point) => point.is_missing !== true);
  const complete = known.filter((point) => point.is_approximate !== true && point.is_partial !== true);
  // the API's totals end in "Growth"; even an incomplete day's total is correct as of now
  const isTotal = id.endsWith('Growth');
  const settled = isTotal || complete.length === 0 ? known : complete;
  const [first, latest] = [settled[0], settled.at(-1)];
  if (first === undefined || latest === undefined) return undefined;
  return {
    latest,
    first,
    lowest: settled.reduce((min, point) => (Number(point.value) < Number(min.value) ? point : min)),
    highest: settled.reduce((max, point) => (Number(point.value) > Number(max.value) ? point : max)),
    change: first === latest ? undefined : formatChange(first.value, latest.value),
  };
}

/** Unit as a suffix: "%", " ETH"; empty for plain numbers. */
export function unitSuffix(unit: ChartUnit): string {
  return unit.name === '' ? '' : `${unitGap(unit)}${unit.name}`;
}
