import { area, line } from 'd3-shape';
import { placeInScale, type Scale } from './scale';

/** Null where there is no value; approximate if it may still change. */
export type LinePoint = Readonly<{ value: number | null; isApproximate: boolean }>;

/** SVG path data of a line: certain part, approximate part and the area below. `isDot`: it has a single point. */
export type LinePaths = Readonly<{ solid: string; dashed: string; area: string; isDot: boolean }>;

type Position = Readonly<{ x: number; y: number | undefined }>;

const DIGITS = 2;

/** Points are evenly spaced; one off the scale leaves a gap, an isolated one becomes a dot (zero-length stroke). */
export function linePaths(
  points: readonly LinePoint[],
  scale: Scale,
  box: Readonly<{ width: number; height: number }>,
): LinePaths {
  const places = points.map(({ value }, index): Position => {
    const share = value === null ? undefined : placeInScale(scale, value);
    const x = points.length === 1 ? box.width / 2 : (index / (points.length - 1)) * box.width;
    return { x, y: share === undefined ? undefined : (1 - share) * box.height };
  });
  const isPlaced = ({ y }: Position) => y !== undefined;
  const x = (position: Position) => position.x;
  const y = (position: Position) => position.y ?? 0;
  const drawLine = line(x, y).defined(isPlaced).digits(DIGITS);
  const drawArea = area(x, box.height, y).defined(isPlaced).digits(DIGITS);
  const isOpen = points.at(-1)?.isApproximate === true;
  const isLastPlaced = places.at(-1)?.y !== undefined;
  return {
    solid: drawLine(isOpen ? places.slice(0, -1) : places) ?? '',
    dashed: (isOpen && isLastPlaced && drawLine(places.slice(-2))) || '',
    area: drawArea(places) ?? '',
    isDot: places.filter(isPlaced).length === 1,
  };
}
