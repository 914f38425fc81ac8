import postgres from 'postgres';
import type { Database, Fragment } from '@/lib/db/open-database';
import { isLostConnection, runTransaction } from '@/lib/db/transaction';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';

/** 55P03: a lock was not available in time. */
const NOT_AVAILABLE = '55P03';
const INTERVAL_MS = 1_000;

/**
 * Begins a term; writes of earlier ones are rejected from now on. Undefined when aborted. An earlier leader may have
 * frozen in the middle of a write: sessions that write to the chain for longer than `blockedMs` from now on are ended,
 * as far as this role is allowed to.
 */
export async function takeTerm(
  db: Database,
  { log, signal, blockedMs }: Readonly<{ log: Logger; signal: AbortSignal; blockedMs: number }>,
): Promise<number | undefined> {
  while (!signal.aborted) {
    const outcome = await raiseTerm(db, blockedMs);
    if (typeof outcome === 'number') return outcome;
    if (outcome === 'blocked') await endWriters(db, log);
    else await pause(INTERVAL_MS, signal);
  }
  return undefined;
}

/** Condition that the term of `db` is current; true without one. For storing node responses in one statement. */
export function whileLeading({ sql, schema, term }: Database): Fragment {
  return term === undefined ? sql`true` : sql`exists (select from ${schema}.leader where term = ${term})`;
}

/**
 * The new term. `blocked`: another transaction held the row for all of `blockedMs`. `lost`: the connection was lost.
 */
async function raiseTerm(db: Database, blockedMs: number): Promise<number | 'blocked' | 'lost'> {
  try {
    return await runTransaction(db.sql, async (sql) => {
      await sql`select set_config('lock_timeout', ${String(blockedMs)}, true)`;
      const [row] = await sql<{ term: number }[]>`
        insert into ${db.schema}.leader (term) values (1)
        on conflict (only_row) do update set term = leader.term + 1 returning term`;
      return row?.term ?? 'lost';
    });
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === NOT_AVAILABLE) return 'blocked';
    if (isLostConnection(error)) return 'lost';
    throw error;
  }
}

/**
 * Ends the sessions whose transaction holds the row's lock or waits for it, as PostgreSQL does not list the holders of row
 * locks. All are chosen before the first is ended.
 */
async function endWriters({ sql, name }: Database, log: Logger): Promise<void> {
  try {
    const ended = await sql<{ pid: number }[]>`
      with writers as materialized (
        select distinct pid from pg_locks
        where locktype = 'relation' and relation = to_regclass(${`${name}.leader`})
          and database = (select oid from pg_database where datname = current_database())
          and mode in ('RowShareLock', 'RowExclusiveLock') and pid <> pg_backend_pid())
      select pid from writers where pg_terminate_backend(pid)`;
    log.warn(
      { sessions: ended.map(({ pid }) => pid) },
      'terminated writes of a previous leader of this chain',
    );
  } catch (error) {
    log.error(
      { error },
      'a previous leader of this chain is still writing, and this role may not terminate it',
    );
  }
}
