import { createBoundedCache } from '@/lib/bounded-cache';
import { type FindKeyHolder, hashApiKey, type KeyHolder } from './api-keys';
import { OPEN_SURFACE } from './plans';
import type { RateLimit, RateRule, RateState } from './rate-limit';

/** The holder; undefined for an unknown key; the window of an address that sent too many of those. */
type KeyLookupResult = KeyHolder | undefined | Readonly<{ refused: RateState }>;

/** Finds the holder of a key for an address. */
export type KeyGuard = (key: string, clientAddress: () => string) => Promise<KeyLookupResult>;

/** Unknown keys that an address may send: as many as it may send requests without a key. */
const UNKNOWN_KEYS: RateRule = { name: 'unknown-key', ...OPEN_SURFACE };
const MAX_ADDRESSES = 10_000;
const MAX_KEYS = 10_000;
/** How long a key that was found is looked up even for an address that is refused: others may share it. */
const KNOWN_MS = 600_000;

/**
 * Limits unknown keys by address: each costs a read of the database. An address beyond the limit is refused until its window
 * ends, except for recently found keys.
 */
export function createKeyGuard(options: { findKeyHolder: FindKeyHolder; countRequest: RateLimit }): KeyGuard {
  const known = createBoundedCache<string, true>({
    ...{ name: 'known_keys', maxBytes: 400 * MAX_KEYS, maxKeys: MAX_KEYS, ttlMs: KNOWN_MS },
  });
  const refused = createBoundedCache<string, RateState>({
    ...{ name: 'refused_addresses', maxBytes: 500 * MAX_ADDRESSES, maxKeys: MAX_ADDRESSES },
  });
  return async (key, clientAddress) => {
    if (refused.size > 0 && !known.has(hashApiKey(key).toString('hex'))) {
      const address = clientAddress();
      const state = refused.get(address);
      if (state) return { refused: { ...state, resetMs: refused.getRemainingTTL(address) } };
    }
    const holder = await options.findKeyHolder(key);
    if (holder) {
      known.set(holder.id, true);
      return holder;
    }
    const address = clientAddress();
    const state = await options.countRequest(UNKNOWN_KEYS, address);
    if (state.isExceeded && state.resetMs > 0) refused.set(address, state, { ttl: state.resetMs });
    return undefined;
  };
}
