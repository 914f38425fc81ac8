import { createBackoff, pause } from '@/lib/retry';

/** A recovery replays at most max_wal_size, which takes seconds to a minute. */
const TIMEOUT_MS = 120_000;
const PAUSES = { firstMs: 50, maxMs: 1_000 };

/** `isAway`: errors to retry after (`isDatabaseAway`, `isDatabaseRestarting`). */
export type WaitOptions = Readonly<{
  isAway(error: unknown): boolean;
  timeoutMs?: number;
  signal?: AbortSignal;
}>;

/** Retries `run`, which must be idempotent, until the database responds. Throws the last error after `timeoutMs`. */
export async function untilDatabase<T>(
  run: () => Promise<T>,
  { isAway, timeoutMs = TIMEOUT_MS, signal }: WaitOptions,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  const backoff = createBackoff(PAUSES);
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isAway(error) || signal?.aborted || Date.now() >= deadline) throw error;
      await pause(backoff.next(), signal);
    }
  }
}
