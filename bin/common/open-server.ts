import type { Config } from '@/lib/config';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { AppError } from '@/lib/errors';
import { createLog, hostOf } from '@/lib/log';

/** Where a command finds its database; `stop` ends what was started for it. */
export type OpenedServer = Readonly<{ url: string; stop(): Promise<void> }>;

/**
 * The configured database; else the embedded one, which runs while the explorer does, or is started for the program `name`.
 */
export async function openServer(config: Config, name: string): Promise<OpenedServer> {
  const stop = async () => undefined;
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop };
  const running = await findEmbeddedPostgres(config.dataDir);
  if (running) return { url: running.url, stop };
  const log = createLog({ name, level: config.logLevel, secrets: config.secrets });
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}

/** The database of data of no chain (keys, names). Throws AppError `config` if it belongs to another installation. */
export async function openGatewayDatabase(config: Config, name: string): Promise<OpenedServer> {
  if (config.databaseUrl === undefined && config.apiIsElsewhere)
    throw new AppError(
      'config',
      `API_URL is another service (${hostOf(config.apiUrl)}) with a database of its own: run this where its database is, or set DATABASE_URL to it.`,
    );
  return openServer(config, name);
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
