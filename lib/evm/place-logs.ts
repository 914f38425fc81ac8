import type { CallTree } from './call-tree';
import type { InternalCall } from './internal-calls';
import { addressToWord, WORD } from './words';

/** A log and its index. */
export type EmittedLog = Readonly<{
  index: number;
  address: Buffer;
  topics: readonly Buffer[];
  data: Buffer;
}>;

/** Calls of one contract, and words of a call and of a log, that are compared. */
const MAX_CALLS = 200;
const MAX_WORDS = 64;
const MAX_LOG_WORDS = 16;
const SELECTOR_LENGTH = 4;

/**
 * Finds the calls that emitted logs of a transaction that succeeded: positions in its whole tree, by log index. Traces do
 * not tell, so a log is placed only where one call can have emitted it: the only one that its contract could, or the only
 * one with everything that the log says among its arguments, caller and value. Equal logs of as many such calls are placed
 * in order. A contract's calls of itself by delegatecall are part of the call around them.
 */
export function placeLogs(tree: CallTree, logs: readonly EmittedLog[]): ReadonlyMap<number, number> {
  const callsOf = listEmitters(tree);
  const words = new Map<number, ReadonlySet<string>>();
  const hasAll = (position: number, said: readonly string[]) => {
    const call = tree[position]?.call;
    const known = words.get(position) ?? (call ? wordsOf(call) : new Set());
    words.set(position, known);
    return said.every((word) => known.has(word));
  };
  const placed = new Map<number, number>();
  for (const equal of groupEqual(logs)) {
    const [first] = equal;
    const calls = callsOf.get(first?.address.toString('hex') ?? '') ?? [];
    const said = first && wordsOfLog(first);
    if (said === undefined || calls.length > MAX_CALLS) continue;
    const possible = calls.length === 1 ? calls : calls.filter((position) => hasAll(position, said));
    if (possible.length !== 1 && possible.length !== equal.length) continue;
    for (const [at, { index }] of equal.entries()) {
      const position = possible.length === 1 ? possible[0] : possible[at];
      if (position !== undefined) placed.set(index, position);
    }
  }
  return placed;
}

/** By contract, the calls that can have emitted logs: not static ones, nor those that were undone. */
function listEmitters(tree: CallTree): ReadonlyMap<string, readonly number[]> {
  const calls = new Map<string, number[]>();
  const isStatic: boolean[] = [];
  for (const [position, { call, parent }] of tree.entries()) {
    isStatic[position] = call.type === 'staticcall' || (parent !== null && isStatic[parent] === true);
    const address = call.createdContract ?? call.to;
    if (isStatic[position] || address === null || call.isReverted || !hasOwnContext(call)) continue;
    const key = address.toString('hex');
    const known = calls.get(key);
    if (known) known.push(position);
    else calls.set(key, [position]);
  }
  return calls;
}

function hasOwnContext({ type }: InternalCall): boolean {
  return type === 'call' || type === 'create' || type === 'create2';
}

function groupEqual(logs: readonly EmittedLog[]): Iterable<readonly EmittedLog[]> {
  const groups = new Map<string, EmittedLog[]>();
  for (const log of logs) {
    const key = [log.address, ...log.topics, log.data].map((bytes) => bytes.toString('hex')).join(' ');
    const group = groups.get(key);
    if (group) group.push(log);
    else groups.set(key, [log]);
  }
  return groups.values();
}

/** What a call was given; zero is said by logs of mints and burns alike. */
function wordsOf({ from, to, value, input }: InternalCall): ReadonlySet<string> {
  const ends = [from, to].flatMap((address) => (address ? addressToWord(address).toString('hex') : []));
  const number = value.toString(16).padStart(2 * WORD, '0');
  return new Set([
    ...ends,
    number,
    '0'.repeat(2 * WORD),
    ...split(input.subarray(SELECTOR_LENGTH), MAX_WORDS),
  ]);
}

/** What a log says; no call has all of what is too long to compare. */
function wordsOfLog({ topics, data }: EmittedLog): string[] {
  if (data.length > MAX_LOG_WORDS * WORD) return ['too long'];
  return [...topics.slice(1).map((topic) => topic.toString('hex')), ...split(data, MAX_LOG_WORDS)];
}

function split(bytes: Buffer, limit: number): string[] {
  const count = Math.min(limit, Math.ceil(bytes.length / WORD));
  return Array.from({ length: count }, (_, at) => bytes.toString('hex', at * WORD, (at + 1) * WORD));
}
