/** Groups digits: 1234567 → "1,234,567". Accepts integers of any size, and decimal strings. */
export function groupDigits(value: bigint | number | string): string {
  const text = String(value);
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [];
  if (digits === '') return text;
  return `${sign}${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}

/** A count with its noun: (1, 'transfer') → "1 transfer", (14, 'transfer') → "14 transfers". */
export function countOf(count: bigint | number, noun: string): string {
  return `${groupDigits(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`;
}

/** Per mille of `part` in `whole`, 0 to 1000; at least 1 for a positive part, 0 for a non-positive whole. */
export function perMille(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1000 : Math.max(1, Number((part * 1000n) / whole));
}

/** "8.2%", "<0.1%" for a small positive part, possibly above "100%"; undefined for a non-positive whole. */
export function formatPercent(part: bigint, whole: bigint): string | undefined {
  if (whole <= 0n || part < 0n) return undefined;
  const tenths = (part * 1000n + whole / 2n) / whole;
  if (tenths === 0n) return part === 0n ? '0%' : '<0.1%';
  const text = `${groupDigits(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`;
  return `${text}%`;
}

/** A rate with two significant digits below ten, else whole: 0.3333 → "0.33", 1234.5 → "1,235"; "<0.01" for a small one. */
export function formatRate(rate: number): string {
  if (rate > 0 && rate < 0.01) return '<0.01';
  return rate < 10 ? String(Number(rate.toPrecision(2))) : groupDigits(Math.round(rate));
}
