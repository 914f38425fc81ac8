import { stat } from 'node:fs/promises';
import type { Database } from '@/lib/db/open-database';
import { readPricesFile } from '@/lib/labels/read-prices-file';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import { replaceDayPrices } from './write-prices';

/** The operator's file of prices; `chains`: how many chains it is for. */
export type PricesFile = Readonly<{ path: string; chains: number }>;

const LOOK_EVERY_MS = 60_000;

/**
 * Stores the prices of the operator's file, and again whenever it changed, looked at once a minute, until aborted. Of a file
 * that is not valid nothing is stored: the prices before stay, and the log says why. Never throws.
 */
export async function watchPricesFile(
  { path, chains }: PricesFile,
  {
    db,
    log,
    signal,
    everyMs = LOOK_EVERY_MS,
  }: Readonly<{ db: Database; log: Logger; signal: AbortSignal; everyMs?: number }>,
): Promise<void> {
  let stored = '';
  let refused = '';
  await repeat({
    ...{ firstMs: everyMs, maxMs: everyMs, signal },
    round: async () => {
      const version = await readVersion(path);
      if (version === stored) return everyMs;
      const prices = await readPricesFile(path, chains);
      // it is still being written
      if (version !== (await readVersion(path))) return everyMs;
      await replaceDayPrices(db, prices);
      log.info({ prices: prices.length }, 'stored the prices of PRICES_FILE');
      stored = version;
      refused = '';
      return everyMs;
    },
    onError: (error) => {
      const why = String(error);
      if (why !== refused) log.error({ error }, 'PRICES_FILE cannot be used; the prices before stay');
      refused = why;
    },
  });
}

async function readVersion(path: string): Promise<string> {
  const { mtimeMs, size, ino } = await stat(path);
  return `${mtimeMs} ${size} ${ino}`;
}
