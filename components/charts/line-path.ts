import { placeInScale, type Scale } from './scale';

/** A point of a line: null where there is no value. The last one may still change. */
export type LinePoint = Readonly<{ value: number | null; isApproximate: boolean }>;

/** A line as SVG path data in a box of given size: what is certain, what may still change, and what lies below. */
export type LinePaths = Readonly<{ solid: string; dashed: string; area: string }>;

type Place = Readonly<{ x: number; y: number }>;

/**
 * The paths of a line: points stand at equal distances, those without a place on the scale leave a gap, and one
 * between two gaps is a dot (a stroke without length, for round ends).
 */
export function linePaths(
  points: readonly LinePoint[],
  scale: Scale,
  box: Readonly<{ width: number; height: number }>,
): LinePaths {
  const places = points.map(({ value }, index): Place | undefined => {
    const share = value === null ? undefined : placeInScale(scale, value);
    if (share === undefined) return undefined;
    const x = points.length === 1 ? box.width / 2 : (index / (points.length - 1)) * box.width;
    return { x, y: (1 - share) * box.height };
  });
  const isOpen = points.at(-1)?.isApproximate === true;
  const certain = isOpen ? places.slice(0, -1) : places;
  const before = places.at(-2);
  const last = isOpen ? places.at(-1) : undefined;
  return {
    solid: toRuns(certain).map(drawRun).join(''),
    dashed: last === undefined ? '' : drawRun(before === undefined ? [last] : [before, last]),
    area: toRuns(places)
      .map((run) => drawArea(run, box.height))
      .join(''),
  };
}

/** The stretches between gaps. */
function toRuns(places: readonly (Place | undefined)[]): Place[][] {
  const runs: Place[][] = [[]];
  for (const place of places) {
    if (place === undefined) runs.push([]);
    else runs.at(-1)?.push(place);
  }
  return runs.filter((run) => run.length > 0);
}

function drawRun(run: readonly Place[]): string {
  const [first, ...rest] = run;
  if (first === undefined) return '';
  if (rest.length === 0) return `M${at(first)}h0`;
  return `M${at(first)}L${rest.map(at).join(' ')}`;
}

function drawArea(run: readonly Place[], bottom: number): string {
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || run.length === 1) return '';
  return `M${at({ x: first.x, y: bottom })}L${run.map(at).join(' ')} ${at({ x: last.x, y: bottom })}Z`;
}

function at({ x, y }: Place): string {
  return `${short(x)},${short(y)}`;
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
