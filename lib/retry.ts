import { setTimeout as delay } from 'node:timers/promises';

const RESTART_BACKOFF = { firstMs: 500, maxMs: 30_000 };

/** Exponential backoff from `firstMs` to `maxMs`. `failures` counts since the last `reset`. */
export type Backoff = { readonly failures: number; next(): number; reset(): void };

/** Creates a backoff starting at `firstMs`. */
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

/** Resolves after `ms` or when `signal` aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}

/** Options of `keepRunning`. `run` resolves on exit, with `done` if no restart is needed. */
export type Restarts = Readonly<{
  run(): Promise<'ended' | 'done'>;
  maxRestarts: number;
  /** Uptime after which the failure count resets. */
  stableMs: number;
  signal: AbortSignal;
  onRestart(waitMs: number, restarts: number): void;
}>;

/** Restarts `run` with backoff. Returns false after too many consecutive failures. */
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
