import type { Config } from '@/lib/config';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { AppError } from '@/lib/errors';
import { hostOf, type Logger } from '@/lib/log';

/**
 * The database of data of no chain (keys, names): DATABASE_URL, or the embedded one, started for the duration of the
 * command if it is not running. Throws AppError `config` if it belongs to another installation.
 */
export async function openGatewayDatabase(
  config: Config,
  log: Logger,
): Promise<{ url: string; stop(): Promise<void> }> {
  const stop = async () => undefined;
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop };
  if (config.apiIsElsewhere) {
    throw new AppError(
      'config',
      `API_URL is another service (${hostOf(config.apiUrl)}) with a database of its own: run this where its database is, or set DATABASE_URL to it.`,
    );
  }
  const running = await findEmbeddedPostgres(config.dataDir);
  return running === undefined
    ? startEmbeddedPostgres({ dataDir: config.dataDir, log })
    : { url: running.url, stop };
}

/** Turns a first connection error (wrong URL or missing privileges) into a readable AppError. */
export function readable(url: string) {
  return (cause: unknown): never => {
    if (cause instanceof AppError) throw cause;
    const reason =
      cause instanceof Error && 'code' in cause ? `${cause.code}: ${cause.message}` : String(cause);
    throw new AppError(
      'config',
      `The database at ${hostOf(url)} cannot be used (${reason}): start it, or correct DATABASE_URL.`,
      { cause },
    );
  };
}
