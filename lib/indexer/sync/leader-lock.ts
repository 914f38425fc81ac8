import { type Database, openPool, type Sql, schemaName } from '@/lib/db/open-database';
import { hasErrorCode } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { takeTerm } from './leader-term';

/**
 * `url` must lead to PostgreSQL itself: the lock belongs to a session, which a pooler would share. `db` is the chain's
 * schema, migrated.
 */
export type LeadershipOptions = Readonly<{
  url: string;
  db: Database;
  log: Logger;
  signal: AbortSignal;
}>;

/** Leadership of a chain: `signal` aborts when it ends, writes are checked against `term`. */
export type Leadership = Readonly<{ signal: AbortSignal; term: number }>;

/**
 * `silentMs`: after it PostgreSQL ends the session of a leader that is silent. `blockedMs`: a new
 * leader waits this long for a write of the previous one to end.
 */
const TIMEOUTS = { silentMs: 15_000, blockedMs: 5_000 };
/**
 * First half of the advisory lock's key; the second half is a hash of the chain ID, or of the name of its second
 * schema.
 */
const LOCK_CLASS = 1_095_980_114;
const INTERVAL_MS = 1_000;

/**
 * Runs `work` while this process is the chain's leader; other processes stand by. The signal given to `work` aborts
 * with `signal`, or when another process leads; this one then stands by again. A leader that freezes or is cut off
 * loses its session, and its writes are rejected by its term once another leads. Returns when `work`
 * returns or `signal` aborts; rethrows what `work` throws.
 */
export async function withLeadership(
  options: LeadershipOptions,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  const { url, log, signal } = options;
  // One connection: the session that holds the lock, or its successor.
  const sql = openPool({ url, connections: 1, name: 'indexer-lock', idleMs: { session: TIMEOUTS.silentMs } });
  try {
    let hasLogged = false;
    while (!signal.aborted) {
      const session = await takeLock(sql, options.db);
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

type HeldLock = LeadershipOptions & { sql: Sql; session: number };

/** True when `work` completed, false when another process leads. */
async function lead(options: HeldLock, work: (leadership: Leadership) => Promise<void>): Promise<boolean> {
  const { log } = options;
  const lost = new AbortController();
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, lost.signal]);
  const watch = watchLock(options, lost, AbortSignal.any([options.signal, over.signal]));
  try {
    const term = await takeTerm(options.db, { log, signal, blockedMs: TIMEOUTS.blockedMs });
    if (term !== undefined) await work({ signal, term });
  } catch (error) {
    if (!hasErrorCode(error, 'not_leader')) throw error;
    lost.abort();
  } finally {
    over.abort();
    await watch;
  }
  if (lost.signal.aborted) log.warn('another process took over this chain; stepping down');
  return !lost.signal.aborted;
}

/** Aborts `lost` when the session is gone and the lock cannot be reacquired. */
async function watchLock(
  { sql, session, db, log }: HeldLock,
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
      const successor = await takeLock(sql, db);
      if (successor === undefined) lost.abort();
      else holder = successor;
    } catch (error) {
      // Without a database there is no leader; the lock is checked again once it is back.
      log.debug({ error }, 'the database session that holds the leader lock does not respond');
    }
  }
}

/** The session (PID) that now holds the lock; undefined when another process holds it. */
async function takeLock(sql: Sql, { chainId, name }: Database): Promise<number | undefined> {
  const key = name === schemaName(chainId) ? String(chainId) : name;
  const [row] = await sql<{ leads: boolean; pid: number }[]>`
    select pg_try_advisory_lock(${LOCK_CLASS}::integer, hashtext(${key})) as leads,
      pg_backend_pid() as pid`;
  return row?.leads ? row.pid : undefined;
}
