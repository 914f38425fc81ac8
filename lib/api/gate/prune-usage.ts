import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import { deleteLostWriters, deleteOldUsage } from './usage-query';

/** Retention of usage in days: thirteen months, for year-over-year comparison. */
export const RETENTION_DAYS = 400;

const DAY_MS = 86_400_000;
const DELAY_MS = 60_000;
/** Rows deleted per statement, to not block charges stored meanwhile. */
const MAX_ROWS = 5_000;

/** Deletes usage older than `RETENTION_DAYS` before `now` (ms). */
export async function pruneUsage(sql: Sql, now: number): Promise<void> {
  const firstDay = utcDate(now - RETENTION_DAYS * DAY_MS);
  while ((await deleteOldUsage(sql, { firstDay, limit: MAX_ROWS })) > 0);
  await deleteLostWriters(sql);
}

/** Prunes daily until aborted; failures are logged and retried the next day. Never throws. */
export async function pruneUsageDaily(options: {
  sql: Sql;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { sql, log, signal } = options;
  for (let waitMs = DELAY_MS; ; waitMs = DAY_MS) {
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    await pruneUsage(sql, Date.now()).catch((error: unknown) => {
      log.warn({ error }, 'could not prune API key usage');
    });
  }
}
