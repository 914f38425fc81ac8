import { area, line } from 'd3-shape';
import { placeInScale, type Scale } from './scale';

/** A point of a line: null where there is no value. The last one may still change. */
export type LinePoint = Readonly<{ value: number | null; isApproximate: boolean }>;

/** A line as SVG path data in a box of given size: what is certain, what may still change, and what lies below. */
export type LinePaths = Readonly<{ solid: string; dashed: string; area: string }>;

type Place = Readonly<{ x: number; y: number | undefined }>;

const DIGITS = 2;

/**
 * The paths of a line: points stand at equal distances, those without a place on the scale leave a gap, and one
 * between two gaps is a dot (a stroke without length, for round ends).
 */
export function linePaths(
  points: readonly LinePoint[],
  scale: Scale,
  box: Readonly<{ width: number; height: number }>,
): LinePaths {
  const places = points.map(({ value }, index): Place => {
    const share = value === null ? undefined : placeInScale(scale, value);
    const x = points.length === 1 ? box.width / 2 : (index / (points.length - 1)) * box.width;
    return { x, y: share === undefined ? undefined : (1 - share) * box.height };
  });
  const isPlaced = ({ y }: Place) => y !== undefined;
  const x = (place: Place) => place.x;
  const y = (place: Place) => place.y ?? 0;
  const drawLine = line(x, y).defined(isPlaced).digits(DIGITS);
  const drawArea = area(x, box.height, y).defined(isPlaced).digits(DIGITS);
  const isOpen = points.at(-1)?.isApproximate === true;
  const isLastPlaced = places.at(-1)?.y !== undefined;
  return {
    solid: drawLine(isOpen ? places.slice(0, -1) : places) ?? '',
    dashed: (isOpen && isLastPlaced && drawLine(places.slice(-2))) || '',
    area: drawArea(places) ?? '',
  };
}
