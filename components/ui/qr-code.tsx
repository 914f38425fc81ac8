import { encode } from 'uqr';

const QUIET_ZONE = 4;

/** A QR code, black on white, as one stroke per run of dark modules. */
export function QrCode(props: { text: string; label: string; className?: string }) {
  const { data, size } = encode(props.text, { border: QUIET_ZONE });
  return (
    <svg
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={props.className}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={data.map(drawRow).join('')} stroke="#000" />
    </svg>
  );
}

function drawRow(row: readonly boolean[], y: number): string {
  const modules = row.map((isDark) => (isDark ? '#' : ' ')).join('');
  return [...modules.matchAll(/#+/g)].map(({ index, 0: run }) => `M${index} ${y}.5h${run.length}`).join('');
}
