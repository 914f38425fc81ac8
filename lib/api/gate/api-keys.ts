import { createHash } from 'node:crypto';
import type { Sql } from '@/lib/db/open-database';
import type { ReadPools } from '@/lib/db/replica';
import type { Logger } from '@/lib/log';
import { createCache } from '../cache';
import { findApiKeyPlan, setInternalApiKey } from './key-query';
import { isPlanName, type PlanName } from './plans';

/** The holder of a key; `id` is the key's hash, safe to log. */
export type KeyHolder = Readonly<{ id: string; plan: PlanName }>;

/** Finds the holder of a key; undefined when it is unknown or revoked. */
export type FindKeyHolder = (key: string) => Promise<KeyHolder | undefined>;

/** How late a revocation or a change of plan may take effect. */
const TTL_MS = 2_000;

/** Registers the key that this installation's own pages use. */
export async function registerInternalKey(sql: Sql, key: string): Promise<void> {
  await setInternalApiKey(sql, hashApiKey(key));
}

/** Looks keys up by their SHA-256; found ones are cached for two seconds. */
export function createKeyHolders({ reads, log }: { reads: ReadPools; log: Logger }): FindKeyHolder {
  const cache = createCache<KeyHolder | undefined>({
    name: 'key_holders',
    ttlMs: TTL_MS,
    maxKeys: 10_000,
    isCacheable: (holder) => holder !== undefined,
  });
  const load = async (id: string): Promise<KeyHolder | undefined> => {
    const plan = await reads.readNewest((sql) => findApiKeyPlan(sql, Buffer.from(id, 'hex')));
    if (plan === undefined) return undefined;
    if (isPlanName(plan)) return { id, plan };
    log.error({ plan }, 'API key has an unknown plan');
    return undefined;
  };
  return (key) => {
    const id = hashApiKey(key).toString('hex');
    return cache(id, () => load(id));
  };
}

/** The stored form of a key. Keys are long and random, so SHA-256 suffices. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
