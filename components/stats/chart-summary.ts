import type { ChartPoint } from '@/lib/endpoints/chart';
import { type ChartUnit, formatChange } from '@/lib/format/chart-value';

/** What the points of a chart say at a glance. */
export type ChartSummary = Readonly<{
  /** The newest value that will not change any more; of totals the newest one. */
  latest: ChartPoint;
  first: ChartPoint;
  lowest: ChartPoint;
  highest: ChartPoint;
  /** From the first to the latest value; undefined from 0, and with one value. */
  change: string | undefined;
}>;

/** A summary of points in their order; undefined while none has a value. */
export function summariseChart(id: string, points: readonly ChartPoint[]): ChartSummary | undefined {
  const known = points.filter((point) => point.is_missing !== true);
  const complete = known.filter((point) => point.is_approximate !== true);
  // the service names totals so; a total of a day that still runs is what it is right now
  const isTotal = id.endsWith('Growth');
  const settled = isTotal || complete.length === 0 ? known : complete;
  const [first, latest] = [settled[0], settled.at(-1)];
  if (first === undefined || latest === undefined) return undefined;
  return {
    latest,
    first,
    lowest: settled.reduce((least, point) => (Number(point.value) < Number(least.value) ? point : least)),
    highest: settled.reduce((most, point) => (Number(point.value) > Number(most.value) ? point : most)),
    change: first === latest ? undefined : formatChange(first.value, latest.value),
  };
}

/** The name of a unit as it follows a figure: "%", " ETH"; nothing for plain numbers. */
export function unitSuffix(unit: ChartUnit): string {
  return unit.name === '' || unit.isShare ? unit.name : ` ${unit.name}`;
}
