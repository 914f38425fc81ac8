import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import { utcDate } from '@/lib/db/utc-date';
import type { Logger } from '@/lib/log';
import { deleteLostWriters, deleteOldUsage } from '@/lib/queries/key-usage';

/** So many days of usage are kept: thirteen months, so that each can be held against the same one a year before. */
export const KEPT_DAYS = 400;

const DAY_MS = 86_400_000;
const FIRST_AFTER_MS = 60_000;
/** Rows that one statement removes: charges are stored beside it four times a second. */
const MAX_ROWS = 5_000;

/** Forgets the usage of keys that is older than `KEPT_DAYS`, counted from `now` (ms). */
export async function pruneUsage(sql: Sql, now: number): Promise<void> {
  const firstDay = utcDate(now - KEPT_DAYS * DAY_MS);
  while ((await deleteOldUsage(sql, { firstDay, limit: MAX_ROWS })) > 0);
  await deleteLostWriters(sql);
}

/** Does so once a day until aborted; failures are logged, and the next day makes up for them. Never throws. */
export async function keepUsagePruned(options: {
  sql: Sql;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { sql, log, signal } = options;
  for (let waitMs = FIRST_AFTER_MS; ; waitMs = DAY_MS) {
    await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    await pruneUsage(sql, Date.now()).catch((error: unknown) => {
      log.warn({ error }, 'the old usage of keys could not be removed');
    });
  }
}
