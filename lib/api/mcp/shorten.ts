import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import { toJson } from '../http/json';

/** A shortened answer, what was left out, and how many rows its lists may have. */
export type Shortened = Readonly<{ text: string; leftOut: readonly string[]; rows: number }>;

type Cut = Readonly<{ rows: number; text: number; leftOut: Map<string, string> }>;

const DEPTH = 12;

/**
 * An answer as JSON of at most `MCP_LIMITS.answer` characters: without nulls and empty lists, which carry no information
 * for an assistant, with long texts cut and, while it is still too long, with fewer rows of its lists.
 */
export function shorten(body: unknown): Shortened {
  for (let rows = 256; rows > 0; rows = Math.floor(0.7 * rows)) {
    const leftOut = new Map<string, string>();
    const text = rows > 8 ? MCP_LIMITS.text : MCP_LIMITS.text / 4;
    const json = toJson(cut(body, [], { rows, text, leftOut }) ?? null);
    const notes = [...leftOut].map(([path, what]) => `${path}: ${what}`);
    if (json.length <= MCP_LIMITS.answer) return { text: json, leftOut: notes, rows };
  }
  return {
    text: '{}',
    leftOut: ['everything: the answer is too long even with one row of each list'],
    rows: 0,
  };
}

/** Undefined for what is left out. */
function cut(value: unknown, path: readonly string[], limits: Cut): unknown {
  if (value === null) return undefined;
  if (typeof value === 'string') return cutText(value, path, limits);
  if (typeof value !== 'object') return value;
  if (path.length > DEPTH) {
    limits.leftOut.set(path.join('.'), 'nested too deeply');
    return undefined;
  }
  if (Array.isArray(value)) return cutList(value, path, limits);
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const short = cut(field, [...path, name], limits);
    return short === undefined ? [] : [[name, short] as const];
  });
  return fields.length === 0 && path.length > 0 ? undefined : Object.fromEntries(fields);
}

function cutText(text: string, path: readonly string[], limits: Cut): string {
  if (text.length <= limits.text) return text;
  limits.leftOut.set(path.join('.'), `texts end with … after ${limits.text} characters`);
  return `${text.slice(0, limits.text)}… (${text.length - limits.text} more)`;
}

function cutList(list: readonly unknown[], path: readonly string[], limits: Cut): unknown {
  // The list itself stays, even if empty.
  if (list.length === 0) return path.length <= 1 ? [] : undefined;
  if (list.length > limits.rows)
    limits.leftOut.set(path.join('.') || 'list', `the first ${limits.rows} of ${list.length} are shown`);
  // Rows that are null keep their place: their position may mean something.
  return list.slice(0, limits.rows).map((row) => cut(row, [...path, '[]'], limits) ?? null);
}
