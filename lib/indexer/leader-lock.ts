import { openPool, type Sql } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';

/** `url` must lead to PostgreSQL itself: the lock belongs to a session, which a pooler would share. */
export type LeadershipOptions = Readonly<{ url: string; chainId: number; log: Logger; signal: AbortSignal }>;

/** First half of the advisory lock's key; the second half is a hash of the chain ID. */
const LOCK_CLASS = 1_095_980_114;
const INTERVAL_MS = 1_000;

/**
 * Runs `work` while this process is the chain's leader; other processes stand by. The signal given to `work` aborts
 * with `signal`, or when the session is lost and another process takes the lock; this one then stands by again.
 * Returns when `work` returns or `signal` aborts; rethrows what `work` throws. Two leaders for a moment are harmless:
 * every write checks the tip.
 */
export async function withLeadership(
  options: LeadershipOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { url, log, signal } = options;
  // One connection: the session that holds the lock, or its successor.
  const sql = openPool({ url, connections: 1, name: 'indexer-lock' });
  try {
    let hasLogged = false;
    while (!signal.aborted) {
      const session = await takeLock(sql, options.chainId);
      if (session !== undefined) {
        hasLogged = false;
        if (await lead({ ...options, sql, session }, work)) return;
      }
      if (!hasLogged) log.info('another process indexes this chain; standing by');
      hasLogged = true;
      await pause(INTERVAL_MS, signal);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

type Lead = LeadershipOptions & { sql: Sql; session: number };

/** True when `work` completed, false when the lock was lost. */
async function lead(options: Lead, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
  const lost = new AbortController();
  const over = new AbortController();
  const watch = watchLock(options, lost, AbortSignal.any([options.signal, over.signal]));
  try {
    await work(AbortSignal.any([options.signal, lost.signal]));
    return !lost.signal.aborted;
  } finally {
    over.abort();
    await watch;
  }
}

/** Aborts `lost` when the session is gone and the lock cannot be reacquired. */
async function watchLock(
  { sql, session, chainId, log }: Lead,
  lost: AbortController,
  until: AbortSignal,
): Promise<void> {
  let holder = session;
  while (!until.aborted && !lost.signal.aborted) {
    await pause(INTERVAL_MS, until);
    if (until.aborted) return;
    try {
      const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      if (row?.pid === holder) continue;
      const successor = await takeLock(sql, chainId);
      if (successor === undefined) lost.abort();
      else holder = successor;
    } catch (error) {
      // Without a database nobody leads; the lock is checked again once it is back.
      log.debug({ error }, 'the session that holds the lock does not answer');
    }
  }
}

/** The session (PID) that now holds the lock; undefined when another process holds it. */
async function takeLock(sql: Sql, chainId: number): Promise<number | undefined> {
  const [row] = await sql<{ leads: boolean; pid: number }[]>`
    select pg_try_advisory_lock(${LOCK_CLASS}::integer, hashtext(${String(chainId)})) as leads,
      pg_backend_pid() as pid`;
  return row?.leads ? row.pid : undefined;
}
