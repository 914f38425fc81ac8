import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Logger } from '@/lib/log';

/** A caller's window after this request. */
export type RateState = Readonly<{ limit: number; remaining: number; resetMs: number; isExceeded: boolean }>;

/** At most `requests` per fixed window of `seconds`. */
export type RateRule = Readonly<{ name: string; requests: number; seconds: number }>;

/** Counts a caller's request, or as many as it stands for, against a rule. */
export type RateLimit = (rule: RateRule, caller: string, requests?: number) => Promise<RateState>;

const REPORT_INTERVAL_MS = 60_000;

/** Fixed windows, in this process or shared in Redis; while Redis is unavailable each process counts by itself. */
export function createRateLimit(options: { redis?: Redis | undefined; log: Logger }): RateLimit {
  const report = createFailureReport(options.log);
  const own = new Map<string, RateLimiterMemory>();
  const shared = new Map<string, RateLimiterRedis>();
  const ownLimiter = (rule: RateRule) =>
    getOrCreate(own, rule, (settings) => new RateLimiterMemory(settings));
  const { redis } = options;
  const limiterOf =
    redis === undefined
      ? ownLimiter
      : (rule: RateRule) =>
          getOrCreate(shared, rule, (settings) => new RateLimiterRedis({ ...settings, storeClient: redis }));
  return async (rule, caller, requests = 1) => {
    const request = { rule, caller, requests };
    const state = await consume(limiterOf(rule), request);
    if (!(state instanceof Error)) return state;
    report(state);
    const counted = await consume(ownLimiter(rule), request);
    if (counted instanceof Error) throw counted;
    return counted;
  };
}

type Settings = Readonly<{ points: number; duration: number; keyPrefix: string }>;

function getOrCreate<L>(limiters: Map<string, L>, rule: RateRule, make: (settings: Settings) => L): L {
  const known = limiters.get(rule.name);
  if (known) return known;
  const made = make({
    points: rule.requests,
    duration: rule.seconds,
    keyPrefix: `astrolabe:${rule.name}`,
  });
  limiters.set(rule.name, made);
  return made;
}

/** The state, or why it could not be counted. */
async function consume(
  limiter: RateLimiterMemory | RateLimiterRedis,
  { rule, caller, requests }: Readonly<{ rule: RateRule; caller: string; requests: number }>,
): Promise<RateState | Error> {
  try {
    return stateOf(rule, await limiter.consume(caller, requests));
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return { ...stateOf(rule, refused), isExceeded: true };
    return refused instanceof Error ? refused : new Error(String(refused));
  }
}

function createFailureReport(log: Logger): (error: unknown) => void {
  let silentUntil = 0;
  let failures = 0;
  return (error) => {
    failures += 1;
    const now = Date.now();
    if (now < silentUntil) return;
    log.error({ error, failures }, 'Redis unavailable; falling back to per-process limits');
    silentUntil = now + REPORT_INTERVAL_MS;
    failures = 0;
  };
}

function stateOf(rule: RateRule, { remainingPoints, msBeforeNext }: RateLimiterRes): RateState {
  return {
    limit: rule.requests,
    remaining: Math.max(0, remainingPoints),
    // a clock that is set back must not lengthen the window
    resetMs: Math.min(rule.seconds * 1_000, Math.max(0, Math.ceil(msBeforeNext))),
    isExceeded: false,
  };
}
