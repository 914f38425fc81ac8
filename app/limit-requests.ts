import { headers } from 'next/headers';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts a request of the current client; true while within the limit. */
export type RequestLimit = () => Promise<boolean>;

/** Rate limit per client address (as reported by bin/web), in this process only. */
export function createRequestLimit(limit: { requests: number; seconds: number }): RequestLimit {
  const counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
  return async () => {
    const address = (await headers()).get('x-forwarded-for') ?? 'unknown';
    return counter.consume(address).then(
      () => true,
      () => false,
    );
  };
}
