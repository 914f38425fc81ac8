/** A plain number cannot be a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** A formula's start in spreadsheets, with full-width forms and characters they skip. */
const FORMULA_START = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|[\t\r\n])/u;

/** Control characters that make a file binary for its readers; tabs and line breaks are text. */
const CONTROL = /(?![\t\n\r])\p{Cc}/gu;

/** An RFC 4180 record with line end; without control characters. An apostrophe defuses text that looks like a formula. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(given: string): string {
  const text = given.replace(CONTROL, '');
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Decimals of a token as it answered; undefined if unknown, or of no use. */
export function readDecimals(decimals: string | null | undefined): number | undefined {
  return /^\d{1,2}$/.test(decimals ?? '') ? Number(decimals) : undefined;
}

/** An amount in its smallest unit as a plain decimal: (1500000000n, 6) → "1500", without groups. */
export function plainDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
