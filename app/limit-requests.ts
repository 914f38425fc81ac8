import { headers } from 'next/headers';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { rateKeyOf } from '@/lib/rate-key';

/** Counts a request of the current client, or as many as it stands for; true while within the limit. */
export type RequestLimit = (count?: number) => Promise<boolean>;

/** Rate limit per client address (as reported by bin/web; an IPv6 /64 is one), in this process only. */
export function createRequestLimit(limit: { requests: number; seconds: number }): RequestLimit {
  const counter = new RateLimiterMemory({ points: limit.requests, duration: limit.seconds });
  return async (count = 1) =>
    counter.consume(rateKeyOf(await clientAddress()), count).then(
      () => true,
      () => false,
    );
}

/** The address of the current client, as reported by bin/web. */
export async function clientAddress(): Promise<string> {
  return (await headers()).get('x-forwarded-for') ?? 'unknown';
}
