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
const TOO_LONG = 'ff'.repeat(WORD + 1);
/** Words that are looked for in calls to rule them out, of all logs. */
const MAX_SEARCHES = 20_000;

/**
 * Finds the calls that emitted logs of a transaction that succeeded: positions in its whole tree, by log index. Traces do
 * not tell, so a log is placed only where one call can have emitted it: the only one that its contract could, or the only
 * one with everything that the log says among its arguments, caller and value, where the input of each other lacks some of
 * it. Equal logs of as many such calls are placed in order, logs that say nothing at none of several calls. A contract's
 * calls of itself by delegatecall are part of the call around them.
 */
export function placeLogs(tree: CallTree, logs: readonly EmittedLog[]): ReadonlyMap<number, number> {
  const callsOf = listEmitters(tree);
  const tellers = listTellers(tree);
  const placed = new Map<number, number>();
  for (const equal of groupEqual(logs)) {
    const [first] = equal;
    const calls = callsOf.get(first?.address.toString('hex') ?? '') ?? [];
    if (first === undefined || calls.length > MAX_CALLS) continue;
    const possible = calls.length === 1 ? equal.map(() => calls[0]) : tellers(calls, wordsOfLog(first));
    if (possible.length !== equal.length) continue;
    for (const [at, { index }] of equal.entries()) {
      const position = possible[at];
      if (position !== undefined) placed.set(index, position);
    }
  }
  return placed;
}

/** Finds those of several calls that were told all that a log says; none where another one may have been too. */
function listTellers(tree: CallTree) {
  const known = new Map<number, ReadonlySet<string>>();
  let searches = 0;
  const knownBy = (position: number, call: InternalCall) => {
    const words = known.get(position) ?? wordsOf(call);
    known.set(position, words);
    return words;
  };
  const isRuledOut = (
    { input, inputSize }: InternalCall,
    words: ReadonlySet<string>,
    said: readonly string[],
  ) =>
    inputSize <= input.length &&
    input.length <= MAX_WORDS * WORD &&
    said.some((word) => {
      searches += 1;
      return searches <= MAX_SEARCHES && !words.has(word) && !input.includes(significant(word));
    });
  return (calls: readonly number[], said: readonly string[]): readonly number[] => {
    if (said.every((word) => significant(word).length === 0)) return [];
    const possible: number[] = [];
    for (const position of calls) {
      const call = tree[position]?.call;
      if (call === undefined) return [];
      const words = knownBy(position, call);
      if (said.every((word) => words.has(word))) possible.push(position);
      else if (!isRuledOut(call, words, said)) return [];
    }
    return possible;
  };
}

/** A word without its leading zeros, as it stands also in arguments of arguments, which are not aligned, and in packed ones. */
function significant(word: string): Buffer {
  return Buffer.from(word.replace(/^(?:00)+/, ''), 'hex');
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
  if (data.length > MAX_LOG_WORDS * WORD) return [TOO_LONG];
  return [...topics.slice(1).map((topic) => topic.toString('hex')), ...split(data, MAX_LOG_WORDS)];
}

function split(bytes: Buffer, limit: number): string[] {
  const count = Math.min(limit, Math.ceil(bytes.length / WORD));
  return Array.from({ length: count }, (_, at) => bytes.toString('hex', at * WORD, (at + 1) * WORD));
}
