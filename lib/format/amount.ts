import { groupDigits } from './number';

type DisplayAmount = Readonly<{ text: string; exact: string; isCut: boolean }>;

/** A unit for amounts of the native coin. */
export type CoinUnit = 'gwei' | 'wei';

const COIN_DECIMALS = 18;
const UNITS = { gwei: { decimals: 9, name: 'Gwei' }, wei: { decimals: 0, name: 'wei' } } as const;
const SIGNIFICANT_DIGITS = 6;
/** Of what is rounded, or stands in a list: cents. */
const LEAST_DECIMALS = 2;
/** Amounts up to this length are shown in full, as most amounts that people choose. */
const WHOLE_DIGITS = 10;
const MAX_DECIMALS = 77;
/** A longer whole part becomes a power of ten. */
const MAX_WHOLE_DIGITS = 24;
const MAX_UNIT_DIGITS = 15;
/** Fewer significant digits in a column say too little. */
const EVEN_DIGITS = 3;

/** An integer scaled by decimals, with all digits: (1500000n, 6) → "1.5". */
export function formatExact(value: bigint, decimals: number): string {
  const { whole, fraction } = scale(value, decimals);
  return groupDigits(fraction === '' ? whole : `${whole}.${fraction}`);
}

function scale(value: bigint, decimals: number): Readonly<{ whole: string; fraction: string }> {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = `${sign}${digits.slice(0, digits.length - decimals)}`;
  return { whole, fraction: decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '') };
}

/**
 * All digits if they are at most ten, else the fraction rounded half up to six significant digits, or to `digits`, and to
 * two decimals at least; above 24 digits the whole part becomes a power of ten.
 */
export function formatAmount(value: bigint, decimals: number, digits?: number): DisplayAmount {
  return display(value, decimals, shorten(value, decimals, digits));
}

/** For a list: `formatAmount` with at least two decimals, as (129500000n, 6) → "129.50"; not zero, nor what has none. */
export function formatListed(value: bigint, decimals: number): DisplayAmount {
  const short = shorten(value, decimals, undefined);
  const least = value === 0n ? 0 : Math.min(LEAST_DECIMALS, decimals);
  return display(value, decimals, short && { ...short, fraction: short.fraction.padEnd(least, '0') });
}

type Short = Readonly<{ whole: string; fraction: string; isCut: boolean }>;

/** Undefined for what is too long. */
function shorten(value: bigint, decimals: number, digits: number | undefined): Short | undefined {
  const { whole, fraction } = scale(value, decimals);
  const wholeDigits = whole.replace('-', '');
  const isShort = digits === undefined && `${wholeDigits}${fraction}`.length <= WHOLE_DIGITS;
  if (isShort) return { whole, fraction, isCut: false };
  if (wholeDigits.length > MAX_WHOLE_DIGITS) return undefined;
  const leadingZeros = wholeDigits === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  const most = digits ?? SIGNIFICANT_DIGITS;
  const places =
    leadingZeros + (wholeDigits === '0' ? most : Math.max(LEAST_DECIMALS, most - wholeDigits.length));
  if (fraction.length <= places) return { whole, fraction, isCut: false };
  const rounded = scale(roundHalfUp(value, decimals - places), places);
  return { ...rounded, fraction: rounded.fraction.padEnd(LEAST_DECIMALS, '0'), isCut: true };
}

/** Without its last digits, away from zero if they are half or more. */
function roundHalfUp(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits);
  const half = value < 0n ? -(unit / 2n) : unit / 2n;
  return (value + half) / unit;
}

function display(value: bigint, decimals: number, short: Short | undefined): DisplayAmount {
  const exact = formatExact(value, decimals);
  if (short === undefined) return { text: powerOfTen(scale(value, decimals).whole), exact, isCut: true };
  const { whole, fraction, isCut } = short;
  return { text: groupDigits(fraction === '' ? whole : `${whole}.${fraction}`), exact, isCut };
}

/** Smallest units of a token without known decimals, for a narrow place: above 15 digits a power of ten. */
export function formatUnits(value: bigint): string {
  const text = String(value);
  return text.replace('-', '').length > MAX_UNIT_DIGITS ? powerOfTen(text) : groupDigits(value);
}

function powerOfTen(whole: string): string {
  const digits = whole.replace('-', '');
  const behind = digits.slice(1, 5).replace(/0+$/, '');
  const factor = `${whole.startsWith('-') ? '-' : ''}${digits[0]}${behind === '' ? '' : `.${behind}`}`;
  return `${groupDigits(factor)} × 10${superscript(digits.length - 1)}`;
}

/** A decimal number as text, as `formatAmount` has it: "8563.123456789" → "8,563.12"; undefined for another text. */
export function formatDecimal(text: string): DisplayAmount | undefined {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : formatAmount(BigInt(`${whole}${fraction}`), fraction.length);
}

/**
 * With `places` decimals, so that those of a column are below each other: (10349200000000000n, 18, 8) → "0.01034920". Zero and
 * what has fewer than three digits there are as `formatAmount` has them.
 */
export function formatEven(value: bigint, decimals: number, places: number): DisplayAmount {
  const shown = formatAmount(value, decimals);
  const isCut = decimals > places && scale(value, decimals).fraction.length > places;
  const even = isCut ? roundHalfUp(value, decimals - places) : value;
  const { whole, fraction } = scale(even, isCut ? places : decimals);
  const part = fraction.padEnd(places, '0');
  const isTiny = `${whole}${part}`.replace(/^-?0*/, '').length < EVEN_DIGITS;
  if (isTiny || whole.length > MAX_WHOLE_DIGITS) return shown;
  return { text: groupDigits(`${whole}.${part}`), exact: shown.exact, isCut };
}

/** Formats an amount in wei, in the unit or the coin itself, with the name of what it is in: (1500000000n, 'gwei', 'ETH') → "1.5", "Gwei". */
export function formatCoin(
  wei: bigint,
  unit: CoinUnit | undefined,
  symbol: string,
): DisplayAmount & { name: string } {
  const { decimals, name } = unit === undefined ? { decimals: COIN_DECIMALS, name: symbol } : UNITS[unit];
  return { ...formatAmount(wei, decimals), name };
}

/** Parses token decimals from the API; undefined when absent or out of range. */
export function parseDecimals(decimals: string | null): number | undefined {
  if (decimals === null || !/^\d{1,3}$/.test(decimals)) return undefined;
  const value = Number(decimals);
  return value <= MAX_DECIMALS ? value : undefined;
}

/** Parses a decimal integer from the API; undefined for anything else. */
export function parseInteger(text: string | null): bigint | undefined {
  return text !== null && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

function superscript(value: number): string {
  return String(value).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit);
}
