import { headers } from 'next/headers';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { rateKeyOf } from '@/lib/rate-key';

/** Counts a request of the current client; true while within the limit. */
export type RequestLimit = () => Promise<boolean>;

/** Rate limit per client address (as reported by bin/web; an IPv6 /64 is one), in this process only. */
export function createRequestLimit(limit: { requests: number; seconds: number }): RequestLimit {
  const counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
  return async () => {
    const address = (await headers()).get('x-forwarded-for') ?? 'unknown';
    return counter.consume(rateKeyOf(address)).then(
      () => true,
      () => false,
    );
  };
}
