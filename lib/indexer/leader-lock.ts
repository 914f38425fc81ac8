import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';

/**
 * `sql` must reach PostgreSQL itself: the lock belongs to a session, which a pooler would share. Of all processes
 * that ask for the same chain one leads.
 */
export type LeadershipOptions = Readonly<{ sql: Sql; chainId: number; log: Logger; signal: AbortSignal }>;

/** First half of the advisory lock's key; the second half is a hash of the chain id. */
const LOCK_CLASS = 1_095_980_114;
const RETRY_MS = 1_000;
const HEARTBEAT_MS = 2_000;

/**
 * Runs `work` while this process is the chain's leader, and stands by before that. The signal given to `work` aborts
 * when `signal` does or when the session that holds the lock is lost; then it stands by again. Ends when `work` ends
 * by itself or `signal` aborts; throws what `work` throws.
 */
export async function withLeadership(
  options: LeadershipOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { log, signal } = options;
  let hasSaid = false;
  while (!signal.aborted) {
    const isDone = await leadOnce(options, work);
    if (isDone) return;
    if (!hasSaid) log.info('another process indexes this chain; standing by');
    hasSaid = true;
    await pause(RETRY_MS, signal);
  }
}

/** True when `work` has run to its end. */
async function leadOnce(
  { sql, chainId, log, signal }: LeadershipOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const session = await sql.reserve();
  const lost = new AbortController();
  const key = String(chainId);
  try {
    const [row] = await session<{ leads: boolean }[]>`
      select pg_try_advisory_lock(${LOCK_CLASS}::integer, hashtext(${key})) as leads`;
    if (!row?.leads) return false;
    const both = AbortSignal.any([signal, lost.signal]);
    const watch = watchSession(session, lost, both);
    try {
      await work(both);
    } finally {
      lost.abort();
      await watch;
    }
    return !both.aborted || signal.aborted;
  } catch (error) {
    if (!lost.signal.aborted) throw error;
    log.warn({ error }, 'lost the session that holds the lock');
    return false;
  } finally {
    await session`select pg_advisory_unlock(${LOCK_CLASS}::integer, hashtext(${key}))`.catch(() => undefined);
    session.release();
  }
}

async function watchSession(session: Sql, lost: AbortController, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await pause(HEARTBEAT_MS, until);
    if (until.aborted) return;
    try {
      await session`select 1`;
    } catch {
      lost.abort();
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
