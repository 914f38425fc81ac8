import type { Database } from '@/lib/db/open-database';
import { analyzeStale } from '@/lib/indexer/sync/keep-partitions';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';

const EVERY_MS = 10 * 60_000;

/** Keeps the statistics of partitioned tables, until aborted. */
export async function watchPartitions(
  db: Database,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  while (!signal.aborted) {
    await analyzeStale(db).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ error }, 'could not analyze partitioned tables');
    });
    await pause(EVERY_MS, signal);
  }
}
