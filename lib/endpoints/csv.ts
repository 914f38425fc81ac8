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
