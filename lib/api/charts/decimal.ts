/** Fractions are kept as integers of this many decimal digits. */
const DIGITS = 60;
const SCALE = 10n ** BigInt(DIGITS);

/** A fraction, exact to 60 decimal digits. */
export type Fraction = bigint;

/** The quotient of two integers; the divisor is not 0. */
export function divide(numerator: bigint, denominator: bigint): Fraction {
  return (numerator * SCALE) / denominator;
}

/** The average of fractions weighted by positive integers. */
export function weightedAverage(parts: readonly Readonly<{ value: Fraction; weight: bigint }>[]): Fraction {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0n);
  return parts.reduce((sum, part) => sum + part.value * part.weight, 0n) / weight;
}

/** The nearest integer of a quotient, half away from zero, as SQL rounds numeric. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const half = denominator / 2n;
  return numerator < 0n ? -((-numerator + half) / denominator) : (numerator + half) / denominator;
}

/** The shortest decimal that gives the same double as the fraction, without an exponent. */
export function formatFraction(fraction: Fraction): string {
  return expand(String(Number(formatScaled(fraction, DIGITS))));
}

/** An integer of 10^-decimals units as a plain decimal: all its digits, no zeros at the end. */
export function formatScaled(value: bigint, decimals: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return part === '' ? `${sign}${whole}` : `${sign}${whole}.${part}`;
}

/** `1.5e-7` as `0.00000015`, `1e+21` as `1000000000000000000000`. */
function expand(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '', part = '', exponent = '0'] = match;
  const power = Number(exponent) - part.length;
  const digits = BigInt(whole + part);
  return sign + (power >= 0 ? (digits * 10n ** BigInt(power)).toString() : formatScaled(digits, -power));
}
