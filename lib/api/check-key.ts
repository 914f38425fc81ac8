import { type FindKeyHolder, type KeyHolder, keyIdOf } from './api-keys';
import { UNKNOWN_KEYS } from './plans';
import type { RateLimit, RateRule, RateState } from './rate-limit';

/** What a key is: somebody's; nobody's; or not looked up, because its sender has sent too many that are nobody's. */
export type CheckedKey =
  | Readonly<{ kind: 'held'; holder: KeyHolder }>
  | Readonly<{ kind: 'unknown' }>
  | Readonly<{ kind: 'limited'; rate: RateState }>;

/** Checks a key; `caller` is what its sender is counted by. */
export type CheckKey = (key: string, caller: () => string) => Promise<CheckedKey>;

const RULE: RateRule = { name: 'unknown-keys', ...UNKNOWN_KEYS };
const MOST_FAMILIAR = 10_000;

/**
 * Looks keys up, and counts by their sender those that are nobody's. A sender who has sent too many is refused without
 * a look for the rest of the window, but for keys that have been somebody's in this process: who shares an address with
 * a guesser, or stands with all visitors behind one proxy, is not shut out.
 */
export function createKeyCheck(parts: { findKeyHolder: FindKeyHolder; countRequest: RateLimit }): CheckKey {
  const { findKeyHolder, countRequest } = parts;
  const familiar = new Set<string>();
  return async (key, caller) => {
    const id = keyIdOf(key);
    if (!familiar.has(id)) {
      const rate = await countRequest(RULE, caller(), 0);
      if (rate.isExceeded || rate.remaining === 0) return { kind: 'limited', rate };
    }
    const holder = await findKeyHolder(id);
    if (holder) {
      if (familiar.size >= MOST_FAMILIAR) familiar.clear();
      familiar.add(id);
      return { kind: 'held', holder };
    }
    familiar.delete(id);
    await countRequest(RULE, caller());
    return { kind: 'unknown' };
  };
}
