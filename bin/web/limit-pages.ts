import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { API_PATH } from '@/lib/api-path';
import { rateKeyOf } from '@/lib/rate-key';

/** Requests of pages and their data per address (an IPv6 /64 counts as one) and minute. */
const PAGES = { points: 600, duration: 60 };
/** Static files, which are not limited. */
const FILES = /^\/(_next\/static|brand)\/|^\/[\w-]+\.(svg|ico|png|txt)$/;

/** Seconds until an address may open pages again; undefined while it may. */
export type PageLimit = (request: IncomingMessage, address: string) => Promise<number | undefined>;

/**
 * Limits pages by address, in this process: each costs several calls of the API with the key of this server. The API
 * limits what is forwarded to it. This machine is not limited.
 */
export function createPageLimit(limit = PAGES): PageLimit {
  const counter = new RateLimiterMemory(limit);
  const own = new BlockList();
  own.addSubnet('127.0.0.0', 8, 'ipv4');
  own.addAddress('::1', 'ipv6');
  return async ({ url = '' }, address) => {
    const path = url.split('?')[0] ?? '';
    if (FILES.test(path) || API_PATH.test(path)) return undefined;
    if (own.check(address, address.includes(':') ? 'ipv6' : 'ipv4')) return undefined;
    try {
      await counter.consume(rateKeyOf(address));
      return undefined;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.ceil(refusal.msBeforeNext / 1_000);
    }
  };
}
