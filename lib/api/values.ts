import { cleanText } from '@/lib/evm/clean-text';

/** An integer for JSON: a number, or a bigint beyond 2^53. */
export function presentInteger(decimal: string): number | bigint {
  const value = Number(decimal);
  return Number.isSafeInteger(value) ? value : BigInt(decimal);
}

/** Parses a decimal string; null stays null. */
export function toBigint(decimal: string | null): bigint | null {
  return decimal === null ? null : BigInt(decimal);
}

/** Formats a quantity as a decimal string; null stays null. */
export function presentQuantity(value: bigint | null): string | null {
  return value === null ? null : value.toString();
}

/** The last one formatted: rows of a block follow each other. */
let last = { seconds: 0, text: '1970-01-01T00:00:00.000000Z' };

/** Formats Unix seconds (0 to 9999-12-31) as ISO 8601 in UTC with microseconds. */
export function presentTimestamp(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: presentMilliseconds(seconds * 1000) };
  return last.text;
}

/** Formats Unix milliseconds as ISO 8601 in UTC with microseconds. */
export function presentMilliseconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -1)}000Z`;
}

const MAX_TEXT_LENGTH = 2_000;

/** Decodes text from the chain (invalid UTF-8 becomes U+FFFD), cleaned and truncated; null when it is empty. */
export function presentText(bytes: Buffer | null, how?: Parameters<typeof cleanText>[1]): string | null {
  if (bytes === null || bytes.length === 0) return null;
  // No UTF-8 character is longer than four bytes.
  const text = cleanText(bytes.subarray(0, 4 * MAX_TEXT_LENGTH).toString('utf8'), how);
  if (text === '') return null;
  if (text.length <= MAX_TEXT_LENGTH) return text;
  // Do not split a surrogate pair.
  return `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Parses stored JSON; undefined for none, or what is no JSON. */
export function parseStored(bytes: Buffer | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
