import { setTimeout as delay } from 'node:timers/promises';

const RESTART_BACKOFF = { firstMs: 500, maxMs: 30_000 };

/** Waits that double from `firstMs` to `maxMs`. `failures` is how many were taken since the last `reset`. */
export type Backoff = { readonly failures: number; next(): number; reset(): void };

/** A backoff that begins with `firstMs`. */
export function createBackoff({ firstMs, maxMs }: Readonly<{ firstMs: number; maxMs: number }>): Backoff {
  let failures = 0;
  return {
    get failures() {
      return failures;
    },
    next: () => Math.min(firstMs * 2 ** failures++, maxMs),
    reset: () => {
      failures = 0;
    },
  };
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** What `keepRunning` keeps alive. `run` starts it and resolves when it has ended, with `done` when it is not needed again. */
export type Restarts = Readonly<{
  run(): Promise<'ended' | 'done'>;
  maxRestarts: number;
  /** After so long a run the count of restarts begins again. */
  stableMs: number;
  signal: AbortSignal;
  onRestart(waitMs: number, restarts: number): void;
}>;

/** Runs something again and again with growing pauses. False when it ended too often in a row. */
export async function keepRunning(options: Restarts): Promise<boolean> {
  const { run, maxRestarts, stableMs, signal, onRestart } = options;
  const backoff = createBackoff(RESTART_BACKOFF);
  while (!signal.aborted) {
    const startedAt = Date.now();
    const end = await run();
    if (end === 'done' || signal.aborted) return true;
    if (Date.now() - startedAt > stableMs) backoff.reset();
    if (backoff.failures >= maxRestarts) return false;
    const waitMs = backoff.next();
    onRestart(waitMs, backoff.failures);
    await pause(waitMs, signal);
  }
  return true;
}
