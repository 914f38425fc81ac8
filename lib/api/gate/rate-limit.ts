import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '@/lib/log';

/** The state of a caller's window after this request was counted; all -1 when counting failed. */
export type RateState = Readonly<{ limit: number; remaining: number; resetMs: number; isExceeded: boolean }>;

/** At most `requests` in each fixed window of `seconds`. */
export type RateRule = Readonly<{ name: string; requests: number; seconds: number }>;

/** Counts one request of a caller against a rule. */
export type RateLimit = (rule: RateRule, caller: string) => Promise<RateState>;

const REPORT_INTERVAL_MS = 60_000;

/**
 * Fixed windows, counted in this process, or in Redis for all processes together. A counter that fails lets the
 * request pass: an unreachable Redis must not close the API.
 */
export function createRateLimit(options: { redis?: Redis | undefined; log: Logger }): RateLimit {
  const report = createFailureReport(options.log);
  const limiters = new Map<string, RateLimiterMemory | RateLimiterRedis>();
  const limiterOf = (rule: RateRule) => {
    const known = limiters.get(rule.name);
    if (known) return known;
    const settings = { points: rule.requests, duration: rule.seconds, keyPrefix: `astrolabe:${rule.name}` };
    const limiter = options.redis
      ? new RateLimiterRedis({ ...settings, storeClient: options.redis })
      : new RateLimiterMemory(settings);
    limiters.set(rule.name, limiter);
    return limiter;
  };
  return async (rule, caller) => {
    try {
      return stateOf(rule, await limiterOf(rule).consume(caller));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return { ...stateOf(rule, refused), isExceeded: true };
      report(refused);
      return { limit: -1, remaining: -1, resetMs: -1, isExceeded: false };
    }
  };
}

/** One line a minute at most: a Redis that is away fails at every request. */
function createFailureReport(log: Logger): (error: unknown) => void {
  let silentUntil = 0;
  let failures = 0;
  return (error) => {
    failures += 1;
    const now = Date.now();
    if (now < silentUntil) return;
    log.error({ error, failures }, 'requests were not counted against their rate limits');
    silentUntil = now + REPORT_INTERVAL_MS;
    failures = 0;
  };
}

function stateOf(rule: RateRule, { remainingPoints, msBeforeNext }: RateLimiterRes): RateState {
  return {
    limit: rule.requests,
    remaining: Math.max(0, remainingPoints),
    resetMs: Math.max(0, Math.ceil(msBeforeNext)),
    isExceeded: false,
  };
}
