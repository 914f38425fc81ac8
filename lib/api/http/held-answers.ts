import { getHeapStatistics } from 'node:v8';

/** What tells that it is over. */
type Closing = Readonly<{
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
  destroyed?: boolean;
}>;
/** A response, and the connection of its request: one of pipelined responses may end without a word. */
type Response = Closing & Readonly<{ req?: Readonly<{ socket?: Closing | null }> }>;

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
      const parts = [response, response.req?.socket].flatMap((part) => part ?? []);
      // whoever left while the answer was made has closed already
      if (parts.some(({ destroyed }) => destroyed)) return;
      held += bytes;
      const release = () => {
        for (const part of parts) part.off('close', release);
        held -= bytes;
      };
      for (const part of parts) part.once('close', release);
    },
    areTooLarge: () => held > maxBytes,
  };
}
