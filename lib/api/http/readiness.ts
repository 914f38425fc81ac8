import { isGatewayMigrated, isMigrated } from '@/lib/db/migration-state';
import type { Sql } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { createCache } from '../cache';
import { registerInternalKey } from '../gate/api-keys';

/** Whether the API can serve: the database answers, its migrations are done, and the pages' key is registered. */
export type Readiness = Readonly<{
  isReady(): Promise<boolean>;
  /** Settles when the key is registered, or when the signal aborts. */
  prepared: Promise<void>;
}>;

const RETRY_MS = 500;

/** Waits for the migrations of `gateway`, which another process does, and then registers the pages' key. */
export function createReadiness(options: {
  sql: Sql;
  apiKey: string | undefined;
  log: Logger;
  signal: AbortSignal;
}): Readiness {
  const { sql, log } = options;
  let isPrepared = false;
  const prepared = prepare(options).then(() => {
    isPrepared = true;
  });
  const answers = createCache<boolean>({ ttlMs: 500, maxKeys: 1 });
  const check = async () => {
    try {
      return await isMigrated(sql);
    } catch (error) {
      log.warn({ error }, 'the database cannot be asked');
      return false;
    }
  };
  return { prepared, isReady: async () => isPrepared && (await answers('', check)) };
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
      log.warn({ error }, 'the database cannot be asked yet');
    }
    await pause(RETRY_MS, signal);
  }
}
