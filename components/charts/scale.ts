/** Range and grid lines of a chart's y-axis. `isFromZero`: starts at 0. */
export type Scale = Readonly<{
  min: number;
  max: number;
  ticks: readonly number[];
  isFromZero: boolean;
  isLog: boolean;
}>;

const INTERVALS = 4;
/** Relative spread below which the axis does not start at 0, as the line would look flat. */
const FLAT_SHARE = 0.35;
/** Relative spread below which values count as equal, near the precision of a double. */
const LEAST_SHARE = 1e-6;
const MAX_DECADES = 6;

/** Y-axis range: from 0 unless the relative spread is small. */
export function valueDomain(values: readonly number[]): { min: number; max: number; isFromZero: boolean } {
  const lowest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const highest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (lowest > highest) return { min: 0, max: 1, isFromZero: true };
  if (lowest < 0) return { min: lowest, max: Math.max(highest, 0), isFromZero: false };
  if (highest === 0) return { min: 0, max: 1, isFromZero: true };
  const difference = (highest - lowest) / highest;
  const isFlat = difference < FLAT_SHARE && difference > LEAST_SHARE;
  return { min: isFlat ? lowest : 0, max: highest, isFromZero: !isFlat };
}

/** A scale with round grid lines; logarithmic ones are at powers of ten, and 0 is off the scale. */
export function makeScale(values: readonly number[], isLog: boolean): Scale {
  return isLog ? logScale(values.filter((value) => value > 0)) : linearScale(values);
}

/** Position of a value from 0 (bottom) to 1 (top); undefined if off the scale. */
export function placeInScale(scale: Scale, value: number): number | undefined {
  if (!scale.isLog) return (value - scale.min) / (scale.max - scale.min);
  if (value <= 0) return undefined;
  return Math.log(value / scale.min) / Math.log(scale.max / scale.min);
}

function linearScale(values: readonly number[]): Scale {
  const { min, max, isFromZero } = valueDomain(values);
  const step = roundStep((max - min) / INTERVALS);
  const [first, last] = [Math.floor(min / step), Math.ceil(max / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => exact((first + index) * step));
  return { min: exact(first * step), max: exact(last * step), ticks, isFromZero, isLog: false };
}

function logScale(values: readonly number[]): Scale {
  const { min, max } = valueDomain(values);
  const lowest = values.reduce((least, value) => Math.min(least, value), max);
  const first = Math.floor(Math.log10(Math.max(lowest, min)));
  const last = Math.max(Math.ceil(Math.log10(max)), first + 1);
  const every = Math.ceil((last - first) / MAX_DECADES);
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const ticks = decades
    .filter((decade) => (decade - first) % every === 0)
    .map((decade) => exact(10 ** decade));
  return { min: exact(10 ** first), max: exact(10 ** last), ticks, isFromZero: false, isLog: true };
}

/** The next 1, 2, 2.5 or 5 times a power of ten; d3-scale lacks 2.5, so draws 0 to 97 by 20. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Rounds off floating-point noise. */
function exact(value: number): number {
  return Number(value.toPrecision(15));
}
