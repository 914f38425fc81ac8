/** A number as people and programs write it: no formula can be made of it. */
const NUMBER = /^-?\d+(\.\d+)?$/;
/** What spreadsheets take for the beginning of a formula, wide forms and what some of them pass over in front included. */
const FORMULA_START = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|[\t\r\n])/u;

/**
 * One record of RFC 4180 with its line end. Numbers stay as they are; other text that a spreadsheet would take for a
 * formula gets an apostrophe in front.
 */
export function csvRecord(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
