import type { LinePaths } from './line-path';

/** Pixels of the stroke and of the diameter of a single point; `dashes` where values may still change. */
type Stroke = Readonly<{ width: number; dot: number; dashes: string }>;

/** A line, over its area where the scale begins at zero. */
export function LineStrokes(props: { paths: LinePaths; hasArea: boolean; stroke: Stroke }) {
  const { paths, hasArea, stroke } = props;
  return (
    <>
      {hasArea && <path d={paths.area} className="fill-accent/8" />}
      <g
        fill="none"
        strokeWidth={paths.isDot ? stroke.dot : stroke.width}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent"
      >
        <path d={paths.solid} vectorEffect="non-scaling-stroke" />
        <path
          d={paths.dashed}
          vectorEffect="non-scaling-stroke"
          // dashes would leave nothing of a dot
          strokeDasharray={paths.isDot ? undefined : stroke.dashes}
        />
      </g>
    </>
  );
}
