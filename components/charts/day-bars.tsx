import type { ChartPoint } from '@/lib/endpoints/chart';

const BOX = 1000;
const STEP = 10;
const BAR = 7;
/** A young chain's days are as wide as if there were so many. */
const LEAST_DAYS = 14;

/** Server-rendered bar per day, lighter if incomplete; nothing for a single day. `label` is the text alternative. */
export function DayBars({ points, label }: { points: readonly ChartPoint[]; label: string }) {
  if (points.length < 2) return null;
  const values = points.map((point) => Math.max(0, Number(point.value)));
  const max = Math.max(...values, Number.MIN_VALUE);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(points.length, LEAST_DAYS) * STEP - (STEP - BAR)} ${BOX}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      {points.map((point, index) => {
        const height = Math.max(20, ((values[index] ?? 0) / max) * BOX);
        return (
          <rect
            key={point.date}
            x={index * STEP}
            y={(BOX - height).toFixed(0)}
            width={BAR}
            height={height.toFixed(0)}
            className={isIncomplete(point) ? 'fill-accent/45' : 'fill-accent/80'}
          />
        );
      })}
    </svg>
  );
}

const isIncomplete = ({ is_approximate: isRunning, is_partial: isPartial }: ChartPoint) =>
  isRunning === true || isPartial === true;
