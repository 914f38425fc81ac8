import type { SourceRange } from '@/lib/evm/source-map';

/** A source by lines; numbers are from 1, columns count characters. */
export type SourceText = Readonly<{
  lineOf(offset: number): number;
  /** As many lines from one on, each cut. */
  read(line: number, count: number): string[];
  /** The lines around a range, as many on each side (five by default), with the place of its first character. */
  excerpt(range: Pick<SourceRange, 'start' | 'length'>, around?: number): Excerpt;
}>;
type Excerpt = Readonly<{ line: number; column: number; text: string; firstLine: number; lines: string[] }>;

const AROUND = 5;
const MAX_LINE = 300;
const MAX_TEXT = 500;
const NEWLINE = 0x0a;

/** Prepares a text; the compiler counts its bytes in UTF-8. */
export function openSource(text: string): SourceText {
  const bytes = Buffer.from(text);
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) starts.push(at + 1);
  const lineOf = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  const readLine = (line: number) =>
    cut(
      bytes
        .subarray(starts[line - 1], (starts[line] ?? bytes.length + 1) - 1)
        .toString()
        .replace(/\r$/, ''),
      MAX_LINE,
    );
  const read = (line: number, count: number) =>
    Array.from({ length: Math.max(0, Math.min(count, starts.length + 1 - line)) }, (_, at) =>
      readLine(line + at),
    );
  return {
    ...{ lineOf, read },
    excerpt({ start, length }, around = AROUND) {
      const line = lineOf(start);
      const firstLine = Math.max(1, line - around);
      const lastLine = Math.min(starts.length, line + around);
      return {
        line,
        column: bytes.subarray(starts[line - 1], start).toString().length + 1,
        text: cut(bytes.subarray(start, start + Math.min(length, MAX_TEXT * 4)).toString(), MAX_TEXT),
        firstLine,
        lines: read(firstLine, lastLine - firstLine + 1),
      };
    },
  };
}

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max)}…` : text);
