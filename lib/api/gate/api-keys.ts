import { createHash } from 'node:crypto';
import type { Sql } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { findApiKeyPlan, setInternalApiKey } from '@/lib/queries/api-key';
import { createCache } from '../cache';
import { isPlanName, type PlanName } from './plans';

/** A caller with a key: a name for its counters, which does not tell the key, and its plan. */
export type KeyHolder = Readonly<{ id: string; plan: PlanName }>;

/** The holder of a key, or undefined for a key that is unknown or revoked. */
export type FindKeyHolder = (key: string) => Promise<KeyHolder | undefined>;

/** A revoked key, or one with another plan, is noticed this late at most. */
const REMEMBERED_MS = 2_000;

/** Makes a key the one that this installation's own pages use. */
export async function registerInternalKey(sql: Sql, key: string): Promise<void> {
  await setInternalApiKey(sql, hashApiKey(key));
}

/** Looks keys up by their SHA-256, the only form in which they are kept, and remembers those it found for two seconds. */
export function createKeyHolders(options: { sql: Sql; log: Logger }): FindKeyHolder {
  const remembered = createCache<KeyHolder | undefined>({
    ttlMs: REMEMBERED_MS,
    maxKeys: 10_000,
    isKept: (holder) => holder !== undefined,
  });
  const load = async (id: string): Promise<KeyHolder | undefined> => {
    const plan = await findApiKeyPlan(options.sql, Buffer.from(id, 'hex'));
    if (plan === undefined) return undefined;
    if (isPlanName(plan)) return { id, plan };
    options.log.error({ plan }, 'a key has a plan that does not exist');
    return undefined;
  };
  return (key) => {
    const id = hashApiKey(key).toString('hex');
    return remembered(id, () => load(id));
  };
}

/** The form in which a key is kept. Keys are long random texts: nothing slower than SHA-256 is needed. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
