const SIZE = 5;

/** Mirrored 5 × 5 identicon of an address. Not a security feature, so hidden from screen readers. */
export function Identicon({ address, className = 'size-4' }: { address: string; className?: string }) {
  const digits = address.slice(2).toLowerCase();
  const bits = BigInt(`0x${digits.slice(0, 12)}`);
  const hue = Number(BigInt(`0x${digits.slice(12, 16)}`) % 360n);
  const turn = 40 + Number(BigInt(`0x${digits.slice(16, 20)}`) % 120n);
  const cells: string[] = [];
  for (let index = 0; index < SIZE * 3; index += 1) {
    if (((bits >> BigInt(index)) & 1n) === 0n) continue;
    const column = index % 3;
    const row = Math.floor(index / 3);
    cells.push(cell(column, row));
    if (column < 2) cells.push(cell(SIZE - 1 - column, row));
  }
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 7 7"
      className={`shrink-0 rounded-sm ${className}`}
      shapeRendering="crispEdges"
    >
      <path d="M0 0h7v7H0z" fill={`oklch(0.62 0.13 ${hue})`} />
      <path d={cells.join('')} fill={`oklch(0.93 0.08 ${(hue + turn) % 360})`} />
    </svg>
  );
}

const cell = (column: number, row: number) => `M${column + 1} ${row + 1}h1v1h-1z`;
