import type { Pace } from './pace';

/** How a request was answered: `kind` is what its time is compared by, `bytes` the size of its answer. */
type Passage = Readonly<{ kind: string; ms: number; bytes: number }>;

/** Requests in flight to an endpoint: as many as it answers without delay. */
export type Window = Readonly<{
  /**
   * Waits for room and for the pace, in the order of the calls; at once after an abort, when sending fails at once. False,
   * which is no stay, if they have become more than the pace lets in together.
   */
  enter(calls: number): Promise<boolean>;
  /** Ends the stay of a request that was answered. */
  leave(passage: Passage): void;
  /** Ends the stay of one that was refused for the rate, not answered in time, or failed otherwise. */
  leaveUnanswered(reason: 'refused' | 'late' | 'failed'): void;
  /** Time in ms until the pace lets another call in, after those that wait. */
  backlogMs(): number;
}>;

/**
 * `first` requests in flight, no fewer than `least` unless answers are late, no more than `most`. A node that is far away
 * gets more at first: `perSecond`, by its shortest time, until it is late, slower or refuses.
 */
type Bounds = Readonly<{ first: number; least: number; most: number; perSecond: number }>;
/** Aborting `signal` lets all in. `now` in ms. */
export type WindowOptions = Readonly<{
  bounds: Bounds;
  pace: Pace;
  signal?: AbortSignal | undefined;
  now: () => number;
}>;

/** Answers in flight take no more memory than this, by the size of the latest ones. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Grows while answers take less than twice the least time, shrinks when they take more than three times. */
const [GROW_BELOW, SHRINK_ABOVE] = [2, 3];
const [SHRUNK, HALVED] = [0.9, 0.5];
const LATE_EVERY_MS = 1_000;
/** Differences below this are of this process, not of what is in flight. */
const NO_TIME_MS = 5;
/** The least time is forgotten slowly: a node may get slower for good. */
const FORGET = 1.002;
const WEIGHT = 0.1;

type Waiting = Readonly<{ calls: number; admit(isIn: boolean): void }>;

/** An empty window. */
export function createWindow({ bounds, pace, signal, now }: WindowOptions): Window {
  const size = createSize(bounds, now);
  let inFlight = 0;
  let waiting: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const admit = () => {
    clearTimeout(timer);
    let count = 0;
    for (const { calls, admit: enter } of waiting) {
      const isIn = calls <= pace.burst();
      if (isIn) {
        if (inFlight >= size.room()) break;
        const ms = pace.waitMs(calls);
        if (ms > 0) {
          timer = setTimeout(admit, ms);
          break;
        }
        inFlight += 1;
        pace.sent(calls);
      }
      count += 1;
      enter(isIn);
    }
    if (count > 0) waiting = waiting.slice(count);
  };
  signal?.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const { admit: enter } of waiting.splice(0)) enter(true);
  });
  return {
    enter: (calls) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve(true);
        waiting.push({ calls, admit: resolve });
        if (waiting.length === 1) admit();
      }),
    leave: (passage) => {
      size.note(passage, waiting.length > 0);
      inFlight -= 1;
      admit();
    },
    leaveUnanswered: (reason) => {
      if (reason === 'late') size.halve();
      if (reason === 'refused') size.endStart();
      inFlight -= 1;
      admit();
    },
    backlogMs: () => pace.backlogMs(1 + countCalls(waiting)),
  };
}

function countCalls(waiting: readonly Waiting[]): number {
  return waiting.reduce((sum, { calls }) => sum + calls, 0);
}

/** How many may be in flight; `isFull`: others wait. */
function createSize({ first, least, most, perSecond }: Bounds, now: () => number) {
  const times = createTimes();
  let [isStart, shortestOfAll] = [true, Number.POSITIVE_INFINITY];
  let [size, meanBytes, shrunkAt] = [first, 0, 0];
  /** As many as make `perSecond` a second; it falls with the shortest time, as the first may not be typical. */
  const boost = () =>
    isStart && Number.isFinite(shortestOfAll) ? Math.min(most, (shortestOfAll * perSecond) / 1_000) : 0;
  const endStart = () => {
    size = Math.max(size, boost());
    isStart = false;
  };
  const shrink = (factor: number, { floor, everyMs }: { floor: number; everyMs: number }) => {
    endStart();
    if (now() < shrunkAt + everyMs) return;
    shrunkAt = now();
    size = Math.max(Math.min(size, floor), size * factor);
  };
  return {
    room: () =>
      Math.floor(Math.min(Math.max(size, boost()), Math.max(1, MAX_BYTES / Math.max(1, meanBytes)))),
    note: ({ kind, ms, bytes }: Passage, isFull: boolean) => {
      meanBytes = isStart ? Math.max(meanBytes, bytes) : meanBytes + WEIGHT * (bytes - meanBytes);
      shortestOfAll = Math.min(shortestOfAll, ms);
      const { mean, shortest } = times(kind, ms);
      if (mean > SHRINK_ABOVE * shortest) shrink(SHRUNK, { floor: least, everyMs: mean });
      else if (isFull && mean < GROW_BELOW * shortest) size = Math.min(most, size + 1);
    },
    endStart,
    halve: () => shrink(HALVED, { floor: 1, everyMs: LATE_EVERY_MS }),
  };
}

/** The mean time of a kind of request, and the least. */
function createTimes() {
  const times = new Map<string, { shortest: number; mean: number }>();
  return (kind: string, ms: number) => {
    const spent = Math.max(ms, NO_TIME_MS);
    const known = times.get(kind) ?? { shortest: spent, mean: spent };
    const shortest = Math.min(spent, known.shortest * FORGET);
    const noted = { shortest, mean: known.mean + WEIGHT * (spent - known.mean) };
    times.set(kind, noted);
    return noted;
  };
}
