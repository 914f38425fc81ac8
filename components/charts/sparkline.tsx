import { type LinePoint, linePaths } from './line-path';
import { LineStrokes } from './line-strokes';
import { valueDomain } from './scale';

const STROKE = { width: 1.5, dot: 6, dashes: '2 3.5' };
const BOX = { width: 200, height: 100 };

/** Server-rendered line without axes; `label` is the text alternative. */
export function Sparkline(props: { points: readonly LinePoint[]; label: string; className?: string }) {
  const values = props.points.flatMap(({ value }) => (value === null ? [] : [value]));
  const { min, max, isFromZero } = valueDomain(values);
  const scale = { min, max, ticks: [], isFromZero, isLog: false };
  const paths = linePaths(props.points, scale, BOX);
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      className={`block w-full overflow-visible ${props.className ?? ''}`}
    >
      <LineStrokes paths={paths} hasArea={isFromZero} stroke={STROKE} />
    </svg>
  );
}
