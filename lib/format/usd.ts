import { inLanguage } from '@/lib/language/intl';

const CENT = 0.01;
const SMALLEST = 0.000001;
const LARGE = 1e15;
const DOLLARS = { style: 'currency', currency: 'USD' } as const;
const PLAIN = inLanguage((locale) => new Intl.NumberFormat(locale, DOLLARS));
const SMALL = inLanguage(
  (locale) => new Intl.NumberFormat(locale, { ...DOLLARS, maximumSignificantDigits: 2 }),
);
const COMPACT = inLanguage((locale) => new Intl.NumberFormat(locale, { ...DOLLARS, notation: 'compact' }));

/** Dollars to the cent, smaller ones to two digits: 1234.5 → "$1,234.50", 0.00421 → "$0.0042"; "<$0.000001" below. */
export function formatUsd(dollars: number): string {
  const size = Math.abs(dollars);
  if (size >= LARGE) return COMPACT().format(dollars);
  if (size === 0 || size >= CENT) return PLAIN().format(dollars);
  return size < SMALLEST ? `<${SMALL().format(SMALLEST)}` : SMALL().format(dollars);
}

/** What an amount is worth in dollars, at so many for one whole coin or token; undefined for a rate that is no number. */
export function worthOf(amount: bigint, decimals: number, rate: string): number | undefined {
  const dollars = (Number(amount) / 10 ** decimals) * Number(rate);
  return Number.isFinite(dollars) ? dollars : undefined;
}
