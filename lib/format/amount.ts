import { groupDigits } from './number';

/** An amount as shown; `tail` is the end of its text from the point on, `plain` the whole number for machines. */
export type DisplayAmount = Readonly<{
  text: string;
  tail: string;
  exact: string;
  plain: string;
  isCut: boolean;
}>;

/** A unit for amounts of the native coin. */
export type CoinUnit = 'gwei' | 'wei';
/** How amounts of the native coin are told: the decimals and the name of their unit, and the symbol of the coin itself. */
export type Coin = Readonly<{ decimals: number; name: string; symbol: string }>;

const COIN_DECIMALS = 18;
const UNITS = { gwei: { decimals: 9, name: 'Gwei' }, wei: { decimals: 0, name: 'wei' } } as const;
const SIGNIFICANT_DIGITS = 6;
/** Cents. */
const LEAST_DECIMALS = 2;
/** Amounts up to this length are shown in full, as most amounts that people choose. */
const WHOLE_DIGITS = 10;
const MAX_DECIMALS = 77;
/** A longer whole part becomes a power of ten, as does what begins after more zeros than that of one wei. */
const MAX_WHOLE_DIGITS = 24;
const MAX_ZEROS = 17;
const POWER_DIGITS = 5;
const MAX_UNIT_DIGITS = 15;
/** Fewer significant digits say too little of what is below one. */
const LEAST_DIGITS = 3;

/** An integer scaled by decimals, with all digits: (1500000n, 6) → "1.5". */
export function formatExact(value: bigint, decimals: number): string {
  return groupDigits(join(scale(value, decimals)));
}

type Scaled = Readonly<{ whole: string; fraction: string }>;

const join = ({ whole, fraction }: Scaled) => (fraction === '' ? whole : `${whole}.${fraction}`);

function scale(value: bigint, decimals: number): Scaled {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = `${sign}${digits.slice(0, digits.length - decimals)}`;
  return { whole, fraction: decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '') };
}

/**
 * The rule for amounts: all digits if they are at most ten, else the fraction rounded half up to six significant digits;
 * two decimals at least, unless it is zero or the unit has fewer; at most `places` decimals, as far as three significant
 * digits are left; above 24 digits of the whole part, or 17 zeros
 * behind the point of a number below one, it is a power of ten. (129500000n, 6) → "129.50".
 */
export function formatAmount(value: bigint, decimals: number, places = MAX_DECIMALS): DisplayAmount {
  const all = scale(value, decimals);
  const [exact, plain] = [groupDigits(join(all)), join(all)];
  const wholeDigits = all.whole.replace('-', '');
  const zeros = wholeDigits === '0' ? (/^0*/.exec(all.fraction)?.[0].length ?? 0) : 0;
  if (wholeDigits.length > MAX_WHOLE_DIGITS || zeros > MAX_ZEROS)
    return { text: powerOfTen(value, decimals), tail: '', exact, plain, isCut: true };
  const most = mostDecimals(all, zeros, places);
  const isCut = all.fraction.length > most;
  const short = isCut ? scale(roundHalfUp(value, decimals - most), most) : all;
  const fraction = value === 0n ? '' : short.fraction.padEnd(Math.min(LEAST_DECIMALS, decimals), '0');
  const text = groupDigits(join({ whole: short.whole, fraction }));
  return { text, tail: fraction === '' ? '' : text.slice(-fraction.length - 1), exact, plain, isCut };
}

function mostDecimals({ whole, fraction }: Scaled, zeros: number, places: number): number {
  const wholeDigits = whole.replace('-', '');
  const isBelowOne = wholeDigits === '0';
  const significant = isBelowOne
    ? zeros + SIGNIFICANT_DIGITS
    : Math.max(LEAST_DECIMALS, SIGNIFICANT_DIGITS - wholeDigits.length);
  const isShort = wholeDigits.length + fraction.length <= WHOLE_DIGITS;
  const told = isBelowOne ? zeros + LEAST_DIGITS : 0;
  return Math.min(isShort ? fraction.length : significant, Math.max(places, told));
}

/** Without its last digits, away from zero if they are half or more. */
function roundHalfUp(value: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits);
  const half = value < 0n ? -(unit / 2n) : unit / 2n;
  return (value + half) / unit;
}

/** Smallest units of a token without known decimals, for a narrow place: above 15 digits a power of ten. */
export function formatUnits(value: bigint): string {
  const text = String(value);
  return text.replace('-', '').length > MAX_UNIT_DIGITS ? powerOfTen(value) : groupDigits(value);
}

/** Rounded half up to five digits: (999_999n, 3) → "1 × 10³". */
function powerOfTen(value: bigint, decimals = 0): string {
  const dropped = Math.max(0, String(value).replace('-', '').length - POWER_DIGITS);
  const kept = String(roundHalfUp(value, dropped));
  const digits = kept.replace('-', '');
  const behind = digits.slice(1).replace(/0+$/, '');
  const factor = `${value < 0n ? '-' : ''}${digits[0]}${behind === '' ? '' : `.${behind}`}`;
  return `${groupDigits(factor)} × 10${superscript(digits.length - 1 + dropped - decimals)}`;
}

/** The coin in a unit; without one in whole coins, as what leaves the page tells it: titles, feeds, files. */
export function coinIn(unit: CoinUnit | undefined, symbol: string): Coin {
  return { ...(unit === undefined ? { decimals: COIN_DECIMALS, name: symbol } : UNITS[unit]), symbol };
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
  return String(value)
    .replace('-', '⁻')
    .replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit);
}
