import { type LinePoint, linePaths } from './line-path';
import { valueDomain } from './scale';

/** Diameter of a single point in pixels. */
const DOT = 6;
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
      {isFromZero && <path d={paths.area} className="fill-accent/8" />}
      <g
        fill="none"
        strokeWidth={paths.isDot ? DOT : 1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent"
      >
        <path d={paths.solid} vectorEffect="non-scaling-stroke" />
        <path d={paths.dashed} vectorEffect="non-scaling-stroke" strokeDasharray="2 3.5" />
      </g>
    </svg>
  );
}
