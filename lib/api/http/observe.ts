import type { MiddlewareHandler } from 'hono';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Logger } from '@/lib/log';
import type { ApiEnv } from './respond';

const SLOW_MS = 1_000;

/** Returns what counts and times the answers of an operation, by its ID. */
export type Observe = (operation: string) => MiddlewareHandler<ApiEnv>;

/**
 * Registers requests by operation and status, and their seconds until the answer is ready to be sent. A slow one is logged.
 */
export function createObserve(registry: Registry, log?: Logger): Observe {
  const registers = [registry];
  const requests = new Counter({
    ...{ name: 'astrolabe_api_requests_total', help: 'Requests answered.', registers },
    labelNames: ['operation', 'status'] as const,
  });
  const seconds = new Histogram({
    ...{ name: 'astrolabe_api_request_seconds', help: 'Seconds until the answer was ready.', registers },
    labelNames: ['operation'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
  });
  return (operation) => async (c, next) => {
    const begun = performance.now();
    await next();
    requests.inc({ operation, status: String(c.res.status) });
    const ms = performance.now() - begun;
    seconds.observe({ operation }, ms / 1_000);
    if (ms >= SLOW_MS) log?.warn({ operation, requestId: c.get('requestId'), ms }, 'slow request');
  };
}
