import { isEnglish } from '@/lib/language/current-language';
import { inLanguage } from '@/lib/language/intl';

const WHOLES = inLanguage((locale) => new Intl.NumberFormat(locale));
const POINT = inLanguage(
  (locale) =>
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.',
);
const percents = (least: number, most: number) =>
  inLanguage(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: least,
        maximumFractionDigits: most,
      }),
  );
const PERCENTS = percents(0, 1);
const EVEN_PERCENTS = percents(1, 1);
const HUNDREDTHS = percents(0, 2);
const ALL_HUNDREDTHS = percents(2, 2);

/**
 * Writes a number as the language of the request does: 1234567 → "1,234,567". Accepts integers of any size, and
 * decimal strings, whose digits all stay.
 */
export function groupDigits(value: bigint | number | string): string {
  const text = String(value);
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [];
  if (digits === '') return text;
  if (isEnglish()) return `${sign}${digits.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
  return `${sign}${WHOLES().format(BigInt(digits))}${rest.replace('.', POINT())}`;
}

/** A count with its noun in English: (1, 'transfer') → "1 transfer", (14, 'transfer') → "14 transfers". */
export function countOf(count: bigint | number, noun: string): string {
  return `${groupDigits(count)} ${noun}${BigInt(count) === 1n ? '' : 's'}`;
}

/** Per mille of `part` in `whole`, 0 to 1000; at least 1 for a positive part, 0 for a non-positive whole. */
export function perMille(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  return part >= whole ? 1000 : Math.max(1, Number((part * 1000n) / whole));
}

/** "8.2%", "<0.1%" for a small positive part, ">99.9%" for one that is nearly all; undefined for a non-positive whole. */
export function formatPercent(part: bigint, whole: bigint): string | undefined {
  if (whole <= 0n || part < 0n) return undefined;
  const tenths = (part * 1000n + whole / 2n) / whole;
  if (tenths === 0n && part > 0n) return `<${formatPercent(1n, 1000n)}`;
  if (tenths === 1000n && part < whole) return `>${formatPercent(999n, 1000n)}`;
  if (!isEnglish()) return PERCENTS().format(Number(tenths) / 1000);
  const text = `${groupDigits(tenths / 10n)}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`}`;
  return `${text}%`;
}

/** For a column: `formatShare` with its tenths in every row: "42.0%". */
export function formatTenths(part: bigint, whole: bigint): string {
  const share = formatShare(part, whole);
  if (/^[<>]/.test(share)) return share;
  const tenths = whole <= 0n ? 0n : (part * 1000n + whole / 2n) / whole;
  return EVEN_PERCENTS().format(Number(tenths) / 1000);
}

/** `formatPercent`, "0%" where there is no whole. */
export function formatShare(part: bigint, whole: bigint): string {
  return formatPercent(part, whole) ?? PERCENTS().format(0);
}

/** Hundredths of a percent: 1230 → "12.3%", with all digits "12.30%". */
export function formatHundredths(hundredths: number, hasAllDigits = false): string {
  return (hasAllDigits ? ALL_HUNDREDTHS : HUNDREDTHS)().format(hundredths / 10_000);
}

/** A rate with two significant digits below ten, else whole: 0.3333 → "0.33", 1234.5 → "1,235"; "<0.01" for a small one. */
export function formatRate(rate: number): string {
  if (rate > 0 && rate < 0.01) return `<${groupDigits('0.01')}`;
  return rate < 10 ? groupDigits(Number(rate.toPrecision(2))) : groupDigits(Math.round(rate));
}
