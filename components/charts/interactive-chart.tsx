'use client';

import { useState } from 'react';
import { Area, AreaChart, CartesianGrid, ReferenceArea, Tooltip, XAxis, YAxis } from 'recharts';
import { axisValue } from '@/lib/format/chart-value';
import {
  AXIS_GAP,
  AXIS_HEIGHT,
  anchorOf,
  type DrawnChart,
  PLOT_HEIGHT,
  TOP_MARGIN,
  toLinePoint,
} from './chart-series';
import { PointReading } from './point-reading';
import { placeInScale } from './scale';

type Row = Readonly<{ index: number; certain: number | null; open: number | null }>;
type Span = Readonly<{ from: number; to: number }>;

const LINE = {
  type: 'linear',
  stroke: 'var(--color-accent)',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'var(--color-accent)',
  isAnimationActive: false,
  activeDot: { r: 4, stroke: 'var(--color-surface)', strokeWidth: 2 },
} as const;

/** The only point of a chart: no line leads to it, and dashes would cut its edge into pieces. */
const ONLY_DOT = {
  r: 4,
  fill: 'var(--color-accent)',
  fillOpacity: 1,
  strokeWidth: 0,
  strokeDasharray: 'none',
};

/** Interactive version of the static chart: same drawing, with pointer, keyboard and drag-to-zoom. */
export function InteractiveChart({
  chart,
  label,
  width,
  pick,
}: {
  chart: DrawnChart;
  label: string;
  width: number;
  pick: (index: number) => void;
}) {
  const [span, setSpan] = useState<Span>();
  // Recharts adds the length of the (invisible) tick
  const tickMargin = AXIS_GAP - 6;
  const { scale, ticks, unit, axisWidth } = chart;
  const fillOpacity = scale.isFromZero ? 0.08 : 0;
  const dot = chart.points.length === 1 ? ONLY_DOT : false;
  const end = () => {
    setSpan(undefined);
    if (span === undefined) return;
    if (span.from === span.to) pick(span.from);
    else zoomIn(chart, span);
  };
  return (
    <AreaChart
      data={toRows(chart)}
      width={width}
      height={TOP_MARGIN + PLOT_HEIGHT + AXIS_HEIGHT}
      margin={{ top: TOP_MARGIN, right: 0, bottom: 0, left: 0 }}
      aria-label={label}
      onMouseDown={({ activeLabel }) => {
        const index = Number(activeLabel);
        if (Number.isInteger(index)) setSpan({ from: index, to: index });
      }}
      onMouseMove={({ activeLabel }) => {
        const index = Number(activeLabel);
        if (span !== undefined && Number.isInteger(index)) setSpan({ ...span, to: index });
      }}
      onMouseUp={end}
      onMouseLeave={() => setSpan(undefined)}
      className="touch-pan-y select-none"
    >
      <CartesianGrid vertical={false} stroke="var(--color-line)" />
      <XAxis
        dataKey="index"
        height={AXIS_HEIGHT}
        ticks={ticks.map(({ index }) => index)}
        interval={0}
        axisLine={false}
        tickLine={false}
        tick={({ x, payload }) => <DayName x={Number(x)} index={Number(payload.value)} chart={chart} />}
      />
      <YAxis
        width={axisWidth}
        domain={[scale.min, scale.max]}
        scale={scale.isLog ? 'log' : 'linear'}
        ticks={[...scale.ticks]}
        interval={0}
        axisLine={false}
        tickLine={false}
        tickMargin={tickMargin}
        tickFormatter={(value) => axisValue(Number(value), unit)}
        tick={{ className: 'fill-faint text-xs' }}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--color-edge)' }}
        content={({ active, label: index }) => (
          <output>{active && <PointReading chart={chart} index={Number(index)} />}</output>
        )}
      />
      <Area {...LINE} dataKey="certain" dot={dot} fillOpacity={fillOpacity} />
      <Area {...LINE} dataKey="open" dot={dot} fillOpacity={fillOpacity} strokeDasharray="2 5" />
      {span !== undefined && span.from !== span.to && (
        <ReferenceArea x1={span.from} x2={span.to} fill="var(--color-accent)" fillOpacity={0.12} />
      )}
    </AreaChart>
  );
}

/** The last segment has its own series, drawn dashed while its point is approximate. */
function toRows({ points, scale }: DrawnChart): Row[] {
  const last = points.length - 1;
  const isOpen = points[last]?.is_approximate === true;
  return points.map(toLinePoint).map(({ value }, index) => {
    const shown = value === null || placeInScale(scale, value) === undefined ? null : value;
    return {
      index,
      certain: isOpen && index === last ? null : shown,
      open: isOpen && index >= last - 1 ? shown : null,
    };
  });
}

function DayName({ x, index, chart }: { x: number; index: number; chart: DrawnChart }) {
  const position = chart.ticks.findIndex((tick) => tick.index === index);
  const last = chart.points.length - 1;
  return (
    <text
      x={x}
      y={TOP_MARGIN + PLOT_HEIGHT + 20}
      textAnchor={anchorOf(last === 0 ? 0.5 : index / last)}
      className={`fill-faint text-xs ${position % 2 === 1 ? 'max-sm:hidden' : ''}`}
    >
      {chart.ticks[position]?.text}
    </text>
  );
}

/** Navigates to the same page with the selected range. */
function zoomIn({ points }: DrawnChart, span: Span): void {
  const [first, last] = [Math.min(span.from, span.to), Math.max(span.from, span.to)];
  const url = new URL(window.location.href);
  url.searchParams.set('from', points[first]?.date ?? '');
  url.searchParams.set('to', points[last]?.date_to ?? '');
  for (const name of ['range', 'resolution', 'page']) url.searchParams.delete(name);
  window.location.assign(url);
}
