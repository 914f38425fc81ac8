import type { Config } from '@/lib/config';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { openServer } from './open-server';

/** The configured database; else the embedded one, which runs while the explorer does, or is started for `name`. */
export async function findServer(config: Config, name: string): ReturnType<typeof openServer> {
  const running = config.databaseUrl === undefined && (await findEmbeddedPostgres(config.dataDir));
  return running ? { url: running.url, stop: async () => undefined } : openServer(config, name);
}
