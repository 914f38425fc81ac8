import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@/lib/evm/is-record';
import type { Answer, Call } from './ask';
import { parseJson } from './parse-json';

/** Differences of one kind: the number of responses that show it, and an example. */
type Difference = { count: number; call: string; before: string; after: string };

const MAX_SHOWN = 200;
/** Positions reported per response: in a list that starts elsewhere, everything differs. */
const MAX_PLACES = 20;

/** Counts the differences between responses, by operation and position. */
export function createComparison() {
  const found = new Map<string, Difference>();
  const noteAt = (call: Call) => (place: string, before: unknown, after: unknown) => {
    const key = `${operationOf(call)} ${place}`;
    const entry = found.get(key) ?? {
      count: 0,
      call: `${call.method} ${call.path}`,
      before: show(before),
      after: show(after),
    };
    entry.count += 1;
    found.set(key, entry);
  };
  let differing = 0;
  return {
    add(call: Call, before: Answer, after: Answer): void {
      if (isDeepStrictEqual(before, after)) return;
      differing += 1;
      const note = noteAt(call);
      if (before.status !== after.status) note('status', before.status, after.status);
      diff([before.headers, after.headers], 'header', note);
      if (before.body !== after.body) compareBodies(before.body, after.body, note);
    },
    /** Lines on what differs, most frequent first; empty when nothing does. */
    report(): string[] {
      if (differing === 0) return [];
      const kinds = [...found].sort(([, a], [, b]) => b.count - a.count);
      return [
        `${differing} answers differ, in ${kinds.length} ways:`,
        ...kinds
          .slice(0, MAX_SHOWN)
          .map(
            ([key, { count, call, before, after }]) =>
              `${count} x ${key}\n    ${call}\n    - ${before}\n    + ${after}`,
          ),
      ];
    },
  };
}

function operationOf({ method, path }: Call): string {
  const [route = ''] = path.split('?');
  const name = route
    .replace(/^\/\d+\//, '/{chain}/')
    .replace(/0x[0-9a-fA-F]{8,}/g, '{hash}')
    .replace(/\/-?\d{1,80}(?=\/|$)/g, '/{number}');
  return `${method} ${name}`;
}

function compareBodies(before: string, after: string, note: Note): void {
  const [a, b] = [parseJson(before), parseJson(after)];
  const isText = a === undefined || b === undefined || isDeepStrictEqual(a, b);
  if (isText) note('text', before, after);
  let samples = 0;
  diff(isText ? [0, 0] : [a, b], 'body', (...difference) => {
    samples += 1;
    if (samples <= MAX_PLACES) note(...difference);
  });
}

type Note = (place: string, before: unknown, after: unknown) => void;

function diff([a, b]: readonly [unknown, unknown], at: string, note: Note): void {
  if (isDeepStrictEqual(a, b)) return;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) note(`${at}.length`, a.length, b.length);
    for (const [index, entry] of a.slice(0, b.length).entries()) diff([entry, b[index]], `${at}[]`, note);
  } else if (isRecord(a) && isRecord(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)]))
      diff([a[name], b[name]], `${at}.${name}`, note);
  } else note(at, a, b);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
