/** A whole number for JSON: a number while it is exact, beyond 2^53 a bigint. */
export function presentInteger(decimal: string): number | bigint {
  const value = Number(decimal);
  return Number.isSafeInteger(value) ? value : BigInt(decimal);
}

/** A decimal string as bigint; null stays null. */
export function toBigint(decimal: string | null): bigint | null {
  return decimal === null ? null : BigInt(decimal);
}

/** A quantity as a decimal string; null stays null. */
export function presentQuantity(value: bigint | null): string | null {
  return value === null ? null : value.toString();
}

/** Unix seconds (0 to the end of 9999) as ISO 8601 in UTC with six digits of a second. */
export function presentTimestamp(seconds: number): string {
  return presentMilliseconds(seconds * 1000);
}

/** Unix milliseconds as ISO 8601 in UTC with six digits of a second. */
export function presentMilliseconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
}

/** The longest text from a chain in a body, in UTF-16 units. */
const LONGEST_TEXT = 2_000;

/**
 * Text from the chain: invalid UTF-8 becomes U+FFFD, NUL and other controls stay, what is too long is cut. Null for
 * nothing and for the empty text.
 */
export function presentText(bytes: Buffer | null): string | null {
  if (bytes === null || bytes.length === 0) return null;
  // No UTF-8 character takes more than four bytes: what is behind them cannot be shown anyway.
  const text = bytes.subarray(0, 4 * LONGEST_TEXT).toString('utf8');
  if (text.length <= LONGEST_TEXT) return text;
  // A surrogate pair must not be cut in two.
  return `${text.slice(0, LONGEST_TEXT - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
