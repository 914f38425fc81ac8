const DIGITS = 60;
const SCALE = 10n ** BigInt(DIGITS);

/** A fixed-point fraction with 60 decimal digits. */
export type Fraction = bigint;

/** The quotient of two integers; the divisor must not be 0. */
export function divide(numerator: bigint, denominator: bigint): Fraction {
  return (numerator * SCALE) / denominator;
}

/** A quotient with a positive denominator, and its positive integer weight. */
export type Weighted = Readonly<{ numerator: bigint; denominator: bigint; weight: bigint }>;

/** The weighted average of at least one quotient, formatted as by `formatFraction`. */
export function formatAverage(parts: readonly Weighted[]): string {
  const [first] = parts;
  if (first && parts.length === 1) return formatQuotient(first.numerator, first.denominator);
  const weight = parts.reduce((sum, part) => sum + part.weight, 0n);
  const total = parts.reduce((sum, part) => sum + divide(part.numerator, part.denominator) * part.weight, 0n);
  return formatFraction(total / weight);
}

const SHIFT = 128;
/** More than a double's 53 bits, so rounding is decided. */
const MIN_QUOTIENT = 1n << 66n;

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const isSafe = (value: bigint) => value >= 0n && value <= MAX_SAFE;

/** Equals `formatFraction(divide(…))`, but much faster: daily charts have thousands of quotients. */
export function formatQuotient(numerator: bigint, denominator: bigint): string {
  if (isSafe(numerator) && isSafe(denominator))
    return expand(String(Number(numerator) / Number(denominator)));
  const shifted = numerator << BigInt(SHIFT);
  const quotient = shifted / denominator;
  if (quotient < MIN_QUOTIENT) return formatFraction(divide(numerator, denominator));
  // Sticky bit: the remainder only matters in a tie between two doubles.
  const digits = quotient * denominator === shifted ? quotient : quotient | 1n;
  return expand(String(Number(digits) / 2 ** SHIFT));
}

/** A quotient rounded half away from zero, as PostgreSQL rounds numeric. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = denominator / 2n;
  return numerator < 0n ? -((-numerator + half) / denominator) : (numerator + half) / denominator;
}

/** The shortest decimal that parses to the same double, without an exponent. */
export function formatFraction(fraction: Fraction): string {
  return expand(String(Number(formatScaled(fraction, DIGITS))));
}

/** An integer in units of 10^-decimals as an exact decimal without trailing zeros. */
export function formatScaled(value: bigint, decimals: number): string {
  if (decimals === 0) return value.toString();
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part === '' ? `${sign}${whole}` : `${sign}${whole}.${part}`;
}

/** `1.5e-7` as `0.00000015`, `1e+21` as `1000000000000000000000`. */
function expand(text: string): string {
  if (!text.includes('e')) return text;
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', part = '', exponent = '0'] = match;
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return sign + (power >= 0 ? (digits * 10n ** BigInt(power)).toString() : formatScaled(digits, -power));
}
