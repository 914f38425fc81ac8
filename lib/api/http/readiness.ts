import type { DedicatedDatabases } from '@/lib/db/dedicated-databases';
import { isGatewayMigrated, isMigrated } from '@/lib/db/migration-state';
import type { Sql } from '@/lib/db/open-database';
import type { ReadPools } from '@/lib/db/replica';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { createCache } from '../cache';
import { registerInternalKey } from '../gate/api-keys';

/** Readiness: the database answers, is migrated, and the pages' key is registered. */
export type Readiness = Readonly<{
  isReady(): Promise<boolean>;
  prepared: Promise<void>;
}>;

const RETRY_MS = 500;

/** Waits for the migrations of `gateway` by another process, then registers the pages' key. */
export function createReadiness(options: {
  sql: Sql;
  reads: ReadPools;
  dedicated: DedicatedDatabases<Readonly<{ reads: ReadPools }>>;
  apiKey: string | undefined;
  log: Logger;
  signal: AbortSignal;
}): Readiness {
  const { reads, dedicated, log } = options;
  let isPrepared = false;
  const prepared = prepare(options).then(() => {
    isPrepared = true;
  });
  const migrated = createCache<boolean>({ name: 'readiness', ttlMs: 500, maxKeys: 1 });
  const check = async () => {
    try {
      const elsewhere = [...dedicated.of.keys()];
      const all = [
        reads.readNewest((sql) => isMigrated(sql, elsewhere)),
        ...dedicated.all.map((home) => home.reads.readNewest((sql) => isMigrated(sql))),
      ];
      return (await Promise.all(all)).every(Boolean);
    } catch (error) {
      log.warn({ error }, 'database unavailable');
      return false;
    }
  };
  return { prepared, isReady: async () => isPrepared && (await migrated('', check)) };
}

async function prepare(options: {
  sql: Sql;
  apiKey: string | undefined;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { sql, apiKey, log, signal } = options;
  while (!signal.aborted) {
    try {
      if (await isGatewayMigrated(sql))
        return apiKey === undefined ? undefined : await registerInternalKey(sql, apiKey);
    } catch (error) {
      log.warn({ error }, 'database unavailable; retrying');
    }
    await pause(RETRY_MS, signal);
  }
}
