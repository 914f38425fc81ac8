/** Digits in groups of three: 1234567 → "1,234,567". Takes integers of any size; a decimal string keeps its sign. */
export function groupDigits(value: bigint | number | string): string {
  const text = String(value);
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [];
  if (digits === '') return text;
  return `${sign}${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}

/** The noun for a count, with the count: (1, 'transfer') → "1 transfer", (14, 'transfer') → "14 transfers". */
export function countOf(count: bigint | number, noun: string): string {
  return `${groupDigits(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`;
}

/** Per mille of `part` in `whole`, 0 to 1000; a positive part gives at least 1, a `whole` of zero or less gives 0. */
export function perMille(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1000 : Math.max(1, Number((part * 1000n) / whole));
}

/**
 * The share of `part` in `whole` as text with one decimal: "8.2%". What is present but rounds to nothing is
 * "<0.1%"; above the whole it goes past "100%". An empty whole gives undefined.
 */
export function formatPercent(part: bigint, whole: bigint): string | undefined {
  if (whole <= 0n || part < 0n) return undefined;
  const tenths = (part * 1000n + whole / 2n) / whole;
  if (tenths === 0n) return part === 0n ? '0%' : '<0.1%';
  const text = `${groupDigits(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`;
  return `${text}%`;
}
