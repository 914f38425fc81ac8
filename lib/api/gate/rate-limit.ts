import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '@/lib/log';

/** A caller's window after this request; all -1 when counting failed. */
export type RateState = Readonly<{ limit: number; remaining: number; resetMs: number; isExceeded: boolean }>;

/** At most `requests` per fixed window of `seconds`. */
export type RateRule = Readonly<{ name: string; requests: number; seconds: number }>;

/** Counts a caller's request against a rule. */
export type RateLimit = (rule: RateRule, caller: string) => Promise<RateState>;

const REPORT_INTERVAL_MS = 60_000;

/** Fixed windows, in this process or shared in Redis. Fails open: an unreachable Redis must not stop the API. */
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
