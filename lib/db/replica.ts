import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { isDatabaseAway } from './database-away';
import type { Sql } from './open-database';

/** Where reads go. */
export type ReadPools = Readonly<{
  primary: Sql;
  /** The pool for reads of chain data, now: of the replica while it is in step, else of the primary. */
  readSql(): Sql;
  /** For reads that need the newest data: the primary, or the replica while the primary is unreachable. */
  readNewest<T>(read: (sql: Sql) => Promise<T>): Promise<T>;
}>;

/** A replica that is watched. */
export type Replica = ReadPools &
  Readonly<{
    /** Whether reads go to it. */
    isUsed(): boolean;
    /** Replication lag in ms; undefined while it does not respond. */
    lagMs(): number | undefined;
    /** Resolves when the watch and the pool of the replica have ended. */
    stopped: Promise<void>;
  }>;

type ReplicaOptions = Readonly<{
  primary: Sql;
  /** Opens a pool of the replica. */
  openReplica: () => Sql;
  /** Connections of the watch to both, so that it never waits for a pool. */
  watched: Readonly<{ primary: Sql; replica: Sql }>;
  /** A replica with a larger lag is not used until its lag is half of that. */
  maxLagMs: number;
  log: Logger;
  signal: AbortSignal;
}>;

/** Where the primary's write-ahead log ended at a time in ms. */
type WalMark = Readonly<{ at: number; position: number }>;

const COMPARE_MS = 500;
/** Timeout of a position: a frozen server still accepts connections. */
const ANSWER_MS = 2_000;
/** Timeout of the primary, after which the newest data is read from a current replica. */
const NEWEST_MS = 1_000;
const MAX_MARKS = 240;

/** All reads on one database. */
export function readOnly(sql: Sql): ReadPools {
  return { primary: sql, readSql: () => sql, readNewest: (read) => read(sql) };
}

/**
 * Compares the replica's position in the write-ahead log with the primary's twice a second, until aborted. Without a
 * primary the last result stays: a replica in step has everything there is.
 */
export function watchReplica(options: ReplicaOptions): Replica {
  const { primary, openReplica, watched, log, signal } = options;
  const state: ReplicaState = {
    replica: openReplica(),
    isCurrent: false,
    isPrimarySilent: false,
    lagMs: undefined,
  };
  const marks: WalMark[] = [];
  const compare = async () => {
    const [written, replayed] = await Promise.all([
      findPosition(watched.primary),
      findPosition(watched.replica),
    ]);
    const now = performance.now();
    state.isPrimarySilent = written === undefined;
    if (written !== undefined) marks.push({ at: now, position: written });
    marks.splice(0, marks.length - MAX_MARKS);
    if (replayed === undefined) dropReplica(state, { openReplica, log });
    else if (written !== undefined) updateState(state, measureLag(marks, { replayed, now }), options);
  };
  const watch = async () => {
    while (!signal.aborted) {
      await compare();
      await pause(COMPARE_MS, signal);
    }
    await state.replica.end({ timeout: 5 });
  };
  return {
    primary,
    readSql: () => (state.isCurrent ? state.replica : primary),
    readNewest: (read) => readNewest(read, { primary, state }),
    isUsed: () => state.isCurrent,
    lagMs: () => state.lagMs,
    stopped: watch(),
  };
}

type ReplicaState = { replica: Sql; isCurrent: boolean; isPrimarySilent: boolean; lagMs: number | undefined };

/** An unresponsive replica. Closes its pool, so that waiting queries fail now rather than hang. */
function dropReplica(
  state: ReplicaState,
  { openReplica, log }: Pick<ReplicaOptions, 'openReplica' | 'log'>,
): void {
  state.lagMs = undefined;
  if (!state.isCurrent) return;
  state.isCurrent = false;
  log.warn('replica unavailable; reading from the primary');
  state.replica.end({ timeout: 0 }).catch(() => undefined);
  state.replica = openReplica();
}

function updateState(state: ReplicaState, lagMs: number, { maxLagMs, log }: ReplicaOptions): void {
  const wasCurrent = state.isCurrent;
  state.lagMs = lagMs;
  state.isCurrent = lagMs <= (wasCurrent ? maxLagMs : maxLagMs / 2);
  if (state.isCurrent && !wasCurrent) log.info({ lagMs }, 'replica has caught up; reading from it');
  if (!state.isCurrent && wasCurrent)
    log.warn({ lagMs, maxLagMs }, 'replica lags too far behind; reading from the primary');
}

async function readNewest<T>(
  read: (sql: Sql) => Promise<T>,
  { primary, state }: Readonly<{ primary: Sql; state: ReplicaState }>,
): Promise<T> {
  if (!state.isCurrent) return read(primary);
  // Not awaited: the server may be frozen, or behind a proxy that accepts connections while it is down.
  if (state.isPrimarySilent) return read(state.replica);
  const waiting = new AbortController();
  const newest = read(primary).then((value) => ({ value }));
  try {
    const answer = await Promise.race([newest, pause(NEWEST_MS, waiting.signal)]);
    return answer ? answer.value : await read(state.replica);
  } catch (error) {
    if (!state.isCurrent || !isDatabaseAway(error)) throw error;
    return read(state.replica);
  } finally {
    waiting.abort();
  }
}

/** Age of the oldest WAL that the replica has not replayed, as far back as the marks; 0 when it has all. */
function measureLag(marks: readonly WalMark[], { replayed, now }: { replayed: number; now: number }): number {
  const missing = marks.find(({ position }) => position > replayed);
  return missing === undefined ? 0 : now - missing.at;
}

/** In bytes; undefined when the server does not respond in time. A promoted standby has its own WAL. */
async function findPosition(sql: Sql): Promise<number | undefined> {
  const late = new AbortController();
  const answer = sql<{ position: number | null }[]>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end - '0/0')::bigint
      as position`.then(
    ([row]) => row?.position ?? undefined,
    () => undefined,
  );
  const silence = pause(ANSWER_MS, late.signal).then(() => undefined);
  const position = await Promise.race([answer, silence]);
  late.abort();
  return position;
}
