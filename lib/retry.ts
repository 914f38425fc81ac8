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

/** Options of `repeat`. `round` resolves with the pause after it in ms; after failures it is `firstMs` to `maxMs`. */
export type Rounds = Readonly<{
  round(): Promise<number>;
  firstMs: number;
  maxMs: number;
  signal: AbortSignal;
  onError(error: unknown): void;
  /** How to wait; default: `pause`. */
  wait?: typeof pause;
}>;

/** Repeats a round until aborted, with backoff after failures. Never throws. */
export async function repeat({ round, onError, signal, wait = pause, ...times }: Rounds): Promise<void> {
  const backoff = createBackoff(times);
  while (!signal.aborted) {
    try {
      const pauseMs = await round();
      backoff.reset();
      if (pauseMs > 0) await wait(pauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      onError(error);
      await wait(backoff.next(), signal);
    }
  }
}

/** Repeats a step, each time after a pause as long as the last one took, until it has nothing left to do (false) or aborted. Never throws. */
export async function repeatUntilDone(
  step: () => Promise<boolean>,
  { signal, ...options }: Pick<Rounds, 'firstMs' | 'maxMs' | 'signal' | 'onError'>,
): Promise<void> {
  const done = new AbortController();
  await repeat({
    ...options,
    signal: AbortSignal.any([signal, done.signal]),
    round: async () => {
      const startedAt = performance.now();
      if (await step()) return performance.now() - startedAt;
      done.abort();
      return 0;
    },
  });
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
