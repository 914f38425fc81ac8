const SIZE = 5;

/** Mirrored 5 × 5 identicon of an address. Not a security feature, so hidden from screen readers. */
export function Identicon({ address, className = '' }: { address: string; className?: string }) {
  const digits = address.slice(2).toLowerCase();
  const bits = BigInt(`0x${digits.slice(0, 12)}`);
  const hue = Number(BigInt(`0x${digits.slice(12, 16)}`) % 360n);
  const turn = 40 + Number(BigInt(`0x${digits.slice(16, 20)}`) % 120n);
  const rows = Array.from({ length: SIZE }, (_, row) => drawRow((bits >> BigInt(row * 3)) & 7n, row));
  return (
    <svg aria-hidden="true" viewBox="0 0 7 7" className={`identicon ${className}`.trim()}>
      <path d="M0 3.5h7" stroke={`oklch(.62 .13 ${hue})`} />
      <path d={rows.join('')} stroke={`oklch(.93 .08 ${(hue + turn) % 360})`} />
    </svg>
  );
}

/** The cells of a row, neighbours as one stroke: a list draws many identicons. `half`: bits of its left half. */
function drawRow(half: bigint, row: number): string {
  const cells = [0n, 1n, 2n, 1n, 0n].map((column) => ((half >> column) & 1n) === 1n);
  const from = cells.flatMap((isSet, column) => (isSet && cells[column - 1] !== true ? [column] : []));
  return from
    .map((column) => {
      const end = cells.indexOf(false, column);
      const width = (end === -1 ? SIZE : end) - column;
      return `M${column + 1} ${row + 1}.5h${width}`;
    })
    .join('');
}
