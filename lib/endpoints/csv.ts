/** A plain number cannot be a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** A formula's start in spreadsheets, with full-width forms and characters they skip. */
const FORMULA_START = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|[\t\r\n])/u;

/** An RFC 4180 record with line end; an apostrophe defuses text that looks like a formula. */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
