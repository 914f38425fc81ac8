import type { Logger } from '@/lib/log';
import { RESET_CHANNEL } from './development';
import type { Sql } from './open-database';

let generation = 0;

/** Rises whenever the chain of a development node began again or went back: what was read of it before holds no longer. */
export function currentGeneration(): number {
  return generation;
}

/** Begins the next generation; all caches are empty then. */
export function beginGeneration(): void {
  generation += 1;
}

/** Begins a generation whenever an indexer notifies of such a chain in this database, until the pool ends. */
export async function followResets(sql: Sql, log: Logger): Promise<void> {
  // also once it listens, and listens again: a notification may have been missed
  await sql.listen(RESET_CHANNEL, beginGeneration, beginGeneration).catch((error: unknown) => {
    log.warn({ error }, 'cannot listen for restarts of development nodes: old figures may stay for a minute');
  });
}
