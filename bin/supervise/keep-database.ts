import { setTimeout as delay } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/lib/db/embedded';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';

/** The embedded database, started again at the same address when it ends by itself. */
export type KeptDatabase = Readonly<{
  url: string;
  folder: string;
  /** Rejects with AppError `internal` when it ends again and again. */
  failed: Promise<never>;
  stop(): Promise<void>;
}>;

const FIRST_PAUSE_MS = 500;
/** So many ends in a row are made good. */
const MAX_RESTARTS = 6;
/** A server that has run for so long has not ended in a row with the one before. */
const STEADY_MS = 120_000;

/** Starts the database of `dataDir`, as `startEmbeddedPostgres` does. Roles connect again by themselves. */
export async function keepDatabase(options: { dataDir: string; log: Logger }): Promise<KeptDatabase> {
  const { dataDir, log } = options;
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options);
  const { url, folder, port } = server;
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = async () => {
    let startedAt = Date.now();
    for (let restarts = 1; ; restarts += 1) {
      await server.ended;
      if (signal.aborted) return;
      // what is left of it: the connection that held its lock
      await server.stop();
      if (Date.now() - startedAt > STEADY_MS) restarts = 1;
      if (restarts > MAX_RESTARTS) break;
      log.warn({ restarts }, 'The database stopped unexpectedly: restarting it');
      await delay(FIRST_PAUSE_MS * 2 ** (restarts - 1), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      startedAt = Date.now();
      try {
        server = await startEmbeddedPostgres({ ...options, port });
        if (signal.aborted) return await server.stop();
      } catch (error) {
        log.warn({ error }, 'The database did not start');
      }
    }
    throw new AppError('internal', `The database keeps stopping; see ${dataDir}/logs/postgresql.log.`);
  };
  const watching = watch();
  const failed = new Promise<never>((_, reject) => watching.catch(reject));
  failed.catch(() => undefined);
  return {
    url,
    folder,
    failed,
    stop: async () => {
      stopping.abort();
      await server.stop();
      await watching.catch(() => undefined);
    },
  };
}
