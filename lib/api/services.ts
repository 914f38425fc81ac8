import type { Database } from '@/lib/db/open-database';
import { findAverageBlockTimeMs } from '@/lib/queries/block';
import { createCache } from './cache';

/** What handlers share beside the database: made once at the start. */
export type Services = Readonly<{
  /** The chain's mean time between blocks in ms, at most ten seconds old; undefined with fewer than two blocks. */
  averageBlockTimeMs(db: Database): Promise<number | undefined>;
}>;

/** Makes the services. */
export function createServices(): Services {
  const averages = createCache<number | undefined>({ ttlMs: 10_000, maxKeys: 1_000 });
  return {
    averageBlockTimeMs: (db) => averages(String(db.chainId), () => findAverageBlockTimeMs(db)),
  };
}
