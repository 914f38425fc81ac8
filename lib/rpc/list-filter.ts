import { AnswerTooLargeError } from './rpc-error';

/** Reads a body as it arrives: answers what of a chunk is kept. Once `isDone`, the rest is not read. */
export type BodyFilter = Readonly<{ push(chunk: Buffer): Buffer; isDone(): boolean }>;

/** `take` is given item after item, and tells whether to go on. Sizes in bytes, of the list as a whole and of an item. */
export type ListOptions = Readonly<{
  name: string;
  take(item: unknown): boolean;
  maxBytes: number;
  maxItemBytes: number;
  maxMs: number;
}>;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const MAX_DEPTH = 4;
/** The list is in the object of the result, and that in the response. */
const CLOSING = Buffer.from(']}}');
const NOTHING = Buffer.alloc(0);

/**
 * Takes the items out of a list of objects, the one of that name in the result, so that no more than one is in memory:
 * what is kept is the response with the list empty. Beyond the bounds, or when `take` has enough, the list ends early.
 */
export function createListFilter(options: ListOptions): BodyFilter {
  const opening = new RegExp(`"${options.name}"\\s*:\\s*\\[`);
  const begun = performance.now();
  const items = createItems(options);
  let state: 'before' | 'inside' | 'after' = 'before';
  let isCut = false;
  let head = '';
  let bytes = 0;
  const enter = (chunk: Buffer): Buffer => {
    const [before, text] = [head.length, head + chunk.toString('latin1')];
    const found = opening.exec(text);
    head = text.slice(-options.name.length - 40);
    if (found === null) return chunk;
    state = 'inside';
    const at = found.index + found[0].length - before;
    return Buffer.concat([chunk.subarray(0, at), push(chunk.subarray(at))]);
  };
  const push = (chunk: Buffer): Buffer => {
    if (state === 'after') return chunk;
    if (state === 'before') return enter(chunk);
    bytes += chunk.length;
    const isOver = bytes > options.maxBytes || performance.now() - begun > options.maxMs;
    const end = isOver ? 'full' : items.push(chunk);
    if (end === undefined) return NOTHING;
    state = 'after';
    isCut = end === 'full';
    return end === 'full' ? CLOSING : chunk.subarray(end);
  };
  return { push, isDone: () => isCut };
}

/** Reads items: answers where in a chunk their list ends, or that `take` has enough. */
function createItems({ take, maxItemBytes }: ListOptions) {
  let [depth, isText, isEscaped] = [0, false, false];
  const parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > maxItemBytes) throw new AnswerTooLargeError(maxItemBytes);
    parts.push(part);
  };
  const finish = (): boolean => {
    const text = Buffer.concat(parts.splice(0), size);
    size = 0;
    return take(parse(text));
  };
  const push = (chunk: Buffer): number | 'full' | undefined => {
    let from = depth === 0 ? -1 : 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (depth === 0) from = at;
        depth += 1;
        if (depth > MAX_DEPTH) throw new AnswerTooLargeError(maxItemBytes);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) return at;
        depth -= 1;
        if (depth > 0) continue;
        keep(chunk.subarray(from, at + 1));
        from = -1;
        if (!finish()) return 'full';
      }
    }
    if (from >= 0) keep(chunk.subarray(from));
    return undefined;
  };
  return { push };
}

/** Undefined for what is no JSON. */
function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
