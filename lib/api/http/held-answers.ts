import { getHeapStatistics } from 'node:v8';

/** A response, as far as it tells that it is over. */
type Response = Readonly<{ once(event: 'close', listener: () => void): unknown }>;

/** Large answers in memory: those that their clients have not taken yet. */
export type HeldAnswers = Readonly<{
  add(response: Response | undefined, bytes: number): void;
  /** Whether no further request should be begun. */
  areTooLarge(): boolean;
}>;

/** What is smaller is bounded by the number of connections. */
const LARGE_BYTES = 64 * 1024;
const HEAP_SHARE = 1 / 4;

/** Counts the bytes of large answers; a quarter of the heap may be theirs unless `maxBytes` says otherwise. */
export function createHeldAnswers(maxBytes = getHeapStatistics().heap_size_limit * HEAP_SHARE): HeldAnswers {
  let held = 0;
  return {
    add: (response, bytes) => {
      if (response === undefined || bytes < LARGE_BYTES) return;
      held += bytes;
      response.once('close', () => {
        held -= bytes;
      });
    },
    areTooLarge: () => held > maxBytes,
  };
}
