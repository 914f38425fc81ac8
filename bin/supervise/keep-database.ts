import { isDiskFull } from '@/lib/db/disk-room';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/lib/db/embedded';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { keepRunning, pause } from '@/lib/retry';

/** The embedded database, restarted on the same port if it exits. */
export type SupervisedDatabase = Readonly<{
  url: string;
  folder: string;
  /** Rejects with AppError `internal` if it keeps exiting. */
  failed: Promise<never>;
  stop(): Promise<void>;
}>;

const MAX_RESTARTS = 6;
const STABLE_MS = 120_000;

const POLL_MS = 5_000;

/** Waits while the disk is full: the operator may free space. */
async function untilRoom(
  { dataDir, log }: Readonly<{ dataDir: string; log: Logger }>,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isDiskFull(dataDir))) return;
  log.error(`The disk of ${dataDir} is full: the database starts again when there is room`);
  while (!signal.aborted && (await isDiskFull(dataDir))) await pause(POLL_MS, signal);
}

/** Like `startEmbeddedPostgres`, with restarts; roles reconnect by themselves. */
export async function keepDatabase(options: { dataDir: string; log: Logger }): Promise<SupervisedDatabase> {
  const { dataDir, log } = options;
  let server: EmbeddedPostgres | undefined = await startEmbeddedPostgres(options);
  const { url, folder, port } = server;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    try {
      server ??= await startEmbeddedPostgres({ ...options, port });
      if (!signal.aborted) await server.ended;
      else await server.stop();
      if (signal.aborted) return 'ended' as const;
      // closes the leftover connection that held its lock
      await server.stop();
      server = undefined;
    } catch (error) {
      log.warn({ error }, 'database did not start');
      await untilRoom(options, signal);
    }
    return 'ended' as const;
  };
  const onRestart = (_: number, restarts: number) =>
    log.warn({ restarts }, 'database stopped unexpectedly; restarting it');
  const watching = keepRunning({ run, maxRestarts: MAX_RESTARTS, stableMs: STABLE_MS, signal, onRestart });
  const failed = new Promise<never>((_, reject) => {
    watching.then((isInOrder) => {
      const reason = `The database keeps stopping; see ${dataDir}/logs/postgresql.log.`;
      if (!isInOrder) reject(new AppError('internal', reason));
    }, reject);
  });
  failed.catch(() => undefined);
  return {
    url,
    folder,
    failed,
    stop: async () => {
      stopping.abort();
      await server?.stop();
      await watching.catch(() => undefined);
    },
  };
}
