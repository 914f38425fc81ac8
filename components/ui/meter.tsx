/** A colored segment of a bar, in thousandths of the whole. */
export type MeterSegment = Readonly<{ perMille: number; className: string }>;

/** A horizontal bar; `label` is its text alternative. A non-zero segment is at least a hairline wide. */
export function Meter(props: { stretches: readonly MeterSegment[]; label: string; className?: string }) {
  let at = 0;
  const bars = props.stretches.map((stretch, index) => {
    const start = at;
    at += stretch.perMille;
    return { ...stretch, start, key: index };
  });
  return (
    <svg
      role="img"
      aria-label={props.label}
      className={`block h-1.5 w-full overflow-hidden rounded-full bg-line ${props.className ?? ''}`}
      preserveAspectRatio="none"
    >
      {bars.map((bar) => (
        <rect
          key={bar.key}
          x={`${bar.start / 10}%`}
          width={`${bar.perMille === 0 ? 0 : Math.max(bar.perMille, 4) / 10}%`}
          height="100%"
          className={bar.className}
        />
      ))}
    </svg>
  );
}
