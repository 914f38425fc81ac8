/** Thrown for JSON whose parsed form would need far more memory than its text. */
export class JsonBoundsError extends Error {}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Fewer bytes per value are an attack on memory: access lists have 10, blocks of all eras 48. */
const MIN_VALUE_BYTES = 8;
/** Values that are allowed whatever their size. */
const FREE_VALUES = 10_000;
const MAX_VALUES = 4_000_000;
const NEAR_BYTES = 32;
/** What a value weighs: an item of a list takes a pointer, an object as such more than its fields. */
const [LIST_ITEM, FIELD, LIST, OBJECT] = [1 / 8, 1, 1, 2];

/**
 * Checks a JSON text before it is parsed: its nesting, and the number of its values, by its length unless it is given.
 * Throws JsonBoundsError.
 */
export function requireBounded(
  text: Buffer,
  maxDepth: number,
  maxValues = Math.min(MAX_VALUES, FREE_VALUES + text.length / MIN_VALUE_BYTES),
): void {
  const isList = new Uint8Array(maxDepth + 1);
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (byte === QUOTE) at = endOfString(text, at + 1);
    else if (byte === COMMA) values += isList[depth] === 1 ? LIST_ITEM : FIELD;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth += 1;
      if (depth > maxDepth) throw new JsonBoundsError(`is nested deeper than ${maxDepth}`);
      values += byte === OPEN_LIST ? LIST : OBJECT;
      isList[depth] = byte === OPEN_LIST ? 1 : 0;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
  }
  if (values > maxValues) throw new JsonBoundsError('consists of too many values');
}

/** Where the string that begins at `from` ends. Long ones are searched natively. */
function endOfString(text: Buffer, from: number): number {
  const near = Math.min(from + NEAR_BYTES, text.length);
  let at = from;
  while (at < near && text[at] !== QUOTE) at += 1;
  for (;;) {
    if (text[at] !== QUOTE) at = text.indexOf(QUOTE, at);
    if (at < 0) return text.length;
    if (!isEscaped(text, { from, at })) return at;
    at += 1;
  }
}

function isEscaped(text: Buffer, { from, at }: { from: number; at: number }): boolean {
  let before = at;
  while (before > from && text[before - 1] === BACKSLASH) before -= 1;
  return (at - before) % 2 === 1;
}

/** Parses JSON within bounds, as `requireBounded` has them; undefined when it is malformed or exceeds them. */
export function parseBounded(text: Buffer, maxDepth: number, maxValues?: number): unknown {
  try {
    requireBounded(text, maxDepth, maxValues);
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonBoundsError) return undefined;
    throw error;
  }
}
