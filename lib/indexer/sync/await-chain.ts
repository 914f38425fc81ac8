import type { Database } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { identifyEndpoints, otherChain } from './chain-identity';

const POLL_MS = 5_000;
const SAY_EVERY_MS = 60_000;

/** Which client to ask, for which index; times in ms. */
export type ChainWait = Readonly<{
  rpc: Rpc;
  db: Database;
  log: Logger;
  signal: AbortSignal;
  pollMs?: number | undefined;
}>;

/** Returns at once unless every endpoint that answers is of another chain: then says so, at intervals, and waits. */
export async function awaitChain({ rpc, db, log, signal, pollMs }: ChainWait): Promise<void> {
  let saidAt: number | undefined;
  while (!signal.aborted) {
    const { same, unknown, others } = await identifyEndpoints(db, rpc);
    if (others.size === 0 || same.length + unknown.length > 0) break;
    if (saidAt === undefined || performance.now() - saidAt > SAY_EVERY_MS) {
      log.error(
        { error: otherChain(db, others) },
        'the node is of another chain: nothing is written or removed until it is right',
      );
      saidAt = performance.now();
    }
    await pause(pollMs ?? POLL_MS, signal);
  }
  if (saidAt !== undefined && !signal.aborted)
    log.info('no node answers as another chain any more: going on');
}
