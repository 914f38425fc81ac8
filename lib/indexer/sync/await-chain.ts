import type { Database } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { identifyEndpoints, otherChain } from './chain-identity';

const POLL_MS = 5_000;
const SAY_EVERY_MS = 60_000;

/** The client and index to compare; times in ms. */
export type ChainWait = Readonly<{
  rpc: Rpc;
  db: Database;
  log: Logger;
  signal: AbortSignal;
  pollMs?: number | undefined;
}>;

/** Returns at once unless every responding endpoint is of another chain: then logs that at intervals, and waits. */
export async function awaitChain({ rpc, db, log, signal, pollMs }: ChainWait): Promise<void> {
  let saidAt: number | undefined;
  while (!signal.aborted) {
    const { same, unknown, others } = await identifyEndpoints(db, rpc);
    if (others.size === 0 || same.length + unknown.length > 0) break;
    if (saidAt === undefined || performance.now() - saidAt > SAY_EVERY_MS) {
      log.error(
        { error: otherChain(db, others) },
        'node serves another chain; indexing is paused and nothing is written or removed',
      );
      saidAt = performance.now();
    }
    await pause(pollMs ?? POLL_MS, signal);
  }
  if (saidAt !== undefined && !signal.aborted) log.info('node serves the indexed chain again; resuming');
}
