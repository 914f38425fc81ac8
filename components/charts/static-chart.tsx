import { axisValue } from '@/lib/format/chart-value';
import {
  AXIS_GAP,
  AXIS_HEIGHT,
  anchorOf,
  type DayTick,
  type DrawnChart,
  PLOT_HEIGHT,
  TOP_MARGIN,
  toLinePoint,
} from './chart-series';
import { linePaths } from './line-path';
import { LineStrokes } from './line-strokes';
import { placeInScale } from './scale';

const STROKE = { width: 2, dot: 8, dashes: '2 5' };
const BOX = { width: 1000, height: PLOT_HEIGHT };

/** Server-rendered chart that fills its container; `label` is the text alternative. */
export function StaticChart({ chart, label }: { chart: DrawnChart; label: string }) {
  const { scale, unit, axisWidth } = chart;
  const lines = scale.ticks.map((value) => ({
    value,
    y: TOP_MARGIN + (1 - (placeInScale(scale, value) ?? 0)) * PLOT_HEIGHT,
  }));
  return (
    <div className="flex" role="img" aria-label={label}>
      <svg
        aria-hidden="true"
        width={axisWidth}
        height={TOP_MARGIN + PLOT_HEIGHT + AXIS_HEIGHT}
        className="shrink-0"
      >
        {lines.map(({ value, y }) => (
          <text
            key={value}
            x={axisWidth - AXIS_GAP}
            y={y}
            dy="0.32em"
            textAnchor="end"
            className="fill-faint text-xs"
          >
            {axisValue(value, unit)}
          </text>
        ))}
      </svg>
      <svg
        aria-hidden="true"
        height={TOP_MARGIN + PLOT_HEIGHT + AXIS_HEIGHT}
        className="min-w-0 flex-1 overflow-visible"
      >
        {lines.map(({ value, y }) => (
          <line key={value} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
        ))}
        <Line chart={chart} />
        {chart.ticks.map((tick, index) => (
          <DayName key={tick.index} tick={tick} chart={chart} isMinor={index % 2 === 1} />
        ))}
      </svg>
    </div>
  );
}

function Line({ chart }: { chart: DrawnChart }) {
  const paths = linePaths(chart.points.map(toLinePoint), chart.scale, BOX);
  return (
    <svg
      aria-hidden="true"
      y={TOP_MARGIN}
      width="100%"
      height={PLOT_HEIGHT}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      className="overflow-visible"
    >
      <LineStrokes paths={paths} hasArea={chart.scale.isFromZero} stroke={STROKE} />
    </svg>
  );
}

/** Minor labels are hidden on narrow screens. */
function DayName({ tick, chart, isMinor }: { tick: DayTick; chart: DrawnChart; isMinor: boolean }) {
  const last = chart.points.length - 1;
  const share = last === 0 ? 0.5 : tick.index / last;
  return (
    <text
      x={`${share * 100}%`}
      y={TOP_MARGIN + PLOT_HEIGHT + 20}
      textAnchor={anchorOf(share)}
      className={`fill-faint text-xs ${isMinor ? 'max-sm:hidden' : ''}`}
    >
      {tick.text}
    </text>
  );
}
