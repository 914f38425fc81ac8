/** The values between which a chart is drawn, and the lines across it. `isFromZero`: its height is to scale. */
export type Scale = Readonly<{
  min: number;
  max: number;
  ticks: readonly number[];
  isFromZero: boolean;
  isLog: boolean;
}>;

const INTERVALS = 4;
/** A chart whose values differ by less than this share of the largest is not drawn from zero: one would see a line. */
const FLAT_SHARE = 0.35;
/** Values closer than this are the same to the eye and nearly so to a double. */
const LEAST_SHARE = 1e-6;
const MOST_DECADES = 6;

/** The lowest and highest values that a drawing spans: from 0 where the values differ enough, or not at all. */
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

/** A scale with round lines; a logarithmic one has its lines at powers of ten and no place for 0. */
export function makeScale(values: readonly number[], isLog: boolean): Scale {
  return isLog ? logScale(values.filter((value) => value > 0)) : linearScale(values);
}

/** Where a value is in the scale, from 0 at the bottom to 1 at the top; undefined where it has no place. */
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
  const every = Math.ceil((last - first) / MOST_DECADES);
  const decades = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const ticks = decades
    .filter((decade) => (decade - first) % every === 0)
    .map((decade) => exact(10 ** decade));
  return { min: exact(10 ** first), max: exact(10 ** last), ticks, isFromZero: false, isLog: true };
}

/** The round number (1, 2, 2.5 or 5 times a power of ten) that is not smaller; d3-scale knows no 2.5, so draws 0 to 97 by 20. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Without what adding doubles leaves behind. */
function exact(value: number): number {
  return Number(value.toPrecision(15));
}
