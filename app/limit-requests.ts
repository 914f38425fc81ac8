import { headers } from 'next/headers';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts a request of whoever asks and says whether it is within the limit. */
export type RequestLimit = () => Promise<boolean>;

/** So many requests in so many seconds from one address, as bin/web tells it. Counted in this process alone. */
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
