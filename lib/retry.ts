import { setTimeout as delay } from 'node:timers/promises';

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
