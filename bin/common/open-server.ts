import type { Config } from '@/lib/config';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { createLog } from '@/lib/log';

/** The URL of the configured database, or of the embedded one, which is started for the program `name` if it is down. */
export async function openServer(
  config: Config,
  name: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  const log = createLog({ name, level: config.logLevel, secrets: config.secrets });
  return startEmbeddedPostgres({ dataDir: config.dataDir, log });
}
