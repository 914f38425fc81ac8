import { displayText } from './text';

/** What a part of a source is: keyword, type, number, string, comment, or the name that is called or declared. */
type CodeKind = 'keyword' | 'type' | 'number' | 'string' | 'comment' | 'function';
/** A part of a line, safe to display as text; without a kind it is plain. */
type CodePart = Readonly<{ kind?: CodeKind; text: string }>;
/** A line of a source; `isCut` when it is longer than is shown. */
type CodeLine = Readonly<{ parts: readonly CodePart[]; isCut: boolean }>;
type Lines = Readonly<{ from: number; to: number }>;

const MAX_LINE = 2_000;
/** Characters up to the last line asked for; longer than any source that people read, and is marked within a blink. */
const MAX_MARKED = 512 * 1024;
const WORD = '[A-Za-z_$][\\w$]*';
const NUMBER = '0[xX][\\da-fA-F_]*|\\d[\\d_]*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?';
/** Every alternative matches without looking back, also what never ends: a scan takes linear time. */
const STRING = '"(?:\\\\[^\\n]|[^"\\\\\\n])*["\\\\]?|\'(?:\\\\[^\\n]|[^\'\\\\\\n])*[\'\\\\]?';
const BRACES = new RegExp(
  `(?<comment>//[^\\n]*|/\\*[\\s\\S]*?(?:\\*/|$))|(?<string>${STRING})|(?<number>${NUMBER})|(?<word>${WORD})|[^\\w$"'/]+|/`,
  'g',
);
const INDENTED = new RegExp(
  `(?<comment>#[^\\n]*|"""[\\s\\S]*?(?:"""|$))|(?<string>${STRING})|(?<number>${NUMBER})|(?<word>${WORD})|[^\\w$"'#]+`,
  'g',
);

const TYPE =
  /^(address|bool|string|bytes\d{0,2}|byte|u?int\d{0,3}|u?fixed\w*|mapping|decimal|Bytes|String|DynArray|HashMap)$/;
const KEYWORDS: ReadonlySet<string> = new Set(
  `abstract anonymous as assembly assert break calldata case catch constant constructor continue contract default
  delete do else emit enum error event external fallback false for from function global if immutable import indexed
  interface internal is let library memory modifier new override payable pragma private public pure receive require
  return returns revert storage struct super switch this throw transient true try type unchecked unicode using var
  view virtual while and def elif exports implements in initializes log not or pass raise self uses
  nonpayable nonreentrant deploy None True False`.split(/\s+/),
);

/** Splits source text in lines, whatever ends them. */
export function splitLines(source: string): string[] {
  return source.split(/\r\n|\r|\n/);
}

/**
 * The lines `from` to `to` (from 1, inclusive) of a source with its parts marked, in time linear in its length; what is
 * far down in a huge source is plain, as all before it would have to be read.
 */
export function highlightLines(source: string, language: string | null, { from, to }: Lines): CodeLine[] {
  const until = splitLines(source).slice(0, to);
  if (until.reduce((sum, line) => sum + line.length + 1, 0) > MAX_MARKED)
    return until.slice(from - 1).map((text) => displayLine([{ text }]));
  const lines: CodePart[][] = [];
  let number = 1;
  const put = (text: string, kind: CodeKind | undefined) => {
    const pieces = text.split('\n');
    pieces.forEach((piece, at) => {
      if (at > 0) number += 1;
      if (number < from || number > to) return;
      lines[number - from] ??= [];
      if (piece !== '')
        lines[number - from]?.push(kind === undefined ? { text: piece } : { kind, text: piece });
    });
  };
  const text = until.join('\n');
  for (const match of text.matchAll(language === 'vyper' ? INDENTED : BRACES)) {
    if (number > to) break;
    const end = match.index + match[0].length;
    put(match[0], kindOf(match.groups ?? {}, text[end]));
  }
  return lines.map(displayLine);
}

function kindOf(groups: Readonly<Record<string, string | undefined>>, next: string | undefined) {
  const { comment, string, number, word } = groups;
  if (comment !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  if (number !== undefined) return 'number';
  if (word === undefined) return undefined;
  if (KEYWORDS.has(word)) return 'keyword';
  if (TYPE.test(word)) return 'type';
  return next === '(' ? 'function' : undefined;
}

/** Neighbours of one kind become one part; a line is cut. */
function displayLine(parts: readonly CodePart[]): CodeLine {
  const shown: { kind?: CodeKind; text: string }[] = [];
  let room = MAX_LINE;
  for (const { kind, text } of parts) {
    if (room <= 0) return { parts: shown, isCut: true };
    const safe = displayText(text.replaceAll('\t', '  '), room);
    room -= text.length;
    const last = shown.at(-1);
    if (last !== undefined && last.kind === kind) last.text += safe;
    else shown.push(kind === undefined ? { text: safe } : { kind, text: safe });
  }
  return { parts: shown, isCut: room < 0 };
}
