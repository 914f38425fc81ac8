import { type Database, openPool, type Sql } from '@/lib/db/open-database';
import { analyzePart, createPart, dropPart, isWhole, openPart } from '@/lib/db/part-schema';
import { hasErrorCode } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import { listBackfill, noteDone } from './backfill-ranges';
import { converge, type IndexContext, startProgress } from './converge';
import { withLeadership } from './leader-lock';
import { type ContextOptions, isFatal, openIndexContext } from './open-context';
import type { Range } from './plan';
import { createReport } from './report-progress';
import { findTip } from './state';

/** `db` is the served index of the chain, migrated; `url` leads to its PostgreSQL itself. */
export type BackfillOptions = ContextOptions &
  Readonly<{
    url: string;
    signal: AbortSignal;
    /** Between attempts to find something to do. */
    pollMs?: number;
  }>;

/** A process that finds no range to claim tries again so much later. */
export const BACKFILL_POLL_MS = 1_000;
const CONNECTIONS = 4;
/** A transaction idle for longer belongs to a frozen process. */
const IDLE_MS = { transaction: 15_000 };
const BACKOFF = { firstMs: 250, maxMs: 15_000 };

/**
 * Claims one range after the other and indexes each into a part, until aborted. Any number of processes may do so: a claim
 * is the leadership of the part, which a process that dies or freezes loses. Throws AppError that retrying cannot fix.
 */
export async function indexParts(options: BackfillOptions): Promise<void> {
  const { db, log, signal, pollMs = BACKFILL_POLL_MS } = options;
  const backoff = createBackoff(BACKOFF);
  while (!signal.aborted) {
    try {
      const ranges = await listBackfill(db);
      const range = ranges.find(({ isDone, isClaimed, isOutrun }) => !isDone && !isClaimed && !isOutrun);
      const isClaimed = range !== undefined && (await claim(options, range));
      backoff.reset();
      if (!isClaimed) await pause(pollMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      await backOff(error, backoff.next(), { log, signal });
    }
  }
}

/** Waits after an error that may pass. Throws any other. */
export async function backOff(
  error: unknown,
  waitMs: number,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  if (isFatal(error)) throw error;
  log.warn({ error, waitMs }, 'the backfill is interrupted; trying again');
  await pause(waitMs, signal);
}

/** False when another process has the range, or there is nothing to do in it. */
async function claim(options: BackfillOptions, range: Range): Promise<boolean> {
  const { db, url, log, signal } = options;
  await createPart(db, range.from);
  const sql = openPartPool(url, CONNECTIONS);
  const part = openPart({ ...db, sql }, range.from);
  let isOurs = false;
  try {
    await withLeadership({ url, db: part, log, signal, isOptional: true }, async (leadership) => {
      const ranges = await listBackfill(db);
      const found = ranges.find(({ from, to }) => from === range.from && to === range.to);
      if (!found) await dropPart(sql, part);
      if (!found || found.isDone || found.isOutrun) return;
      isOurs = true;
      const own = { ...part, term: leadership.term };
      await indexPart({ ...options, signal: leadership.signal }, own, range);
    });
  } finally {
    await sql.end({ timeout: 1 });
  }
  return isOurs;
}

/** For one part alone: statements that name its schema are prepared, and would pile up in connections that stay. */
export function openPartPool(url: string, connections: number): Sql {
  return openPool({ url, connections, name: 'backfill-part', idleMs: IDLE_MS });
}

/** Indexes the rest of a part and notes that it is done. Returns early when aborted, or when the part is gone. */
async function indexPart(options: BackfillOptions, part: Database, range: Range): Promise<void> {
  const { db, chain, signal, pollMs = BACKFILL_POLL_MS } = options;
  const log = options.log.child({ from: range.from, to: range.to });
  const report = createReport(log);
  const progress = startProgress();
  const backoff = createBackoff(BACKOFF);
  let context: IndexContext | undefined;
  while (!signal.aborted) {
    try {
      context ??= (
        await openIndexContext({
          ...options,
          ...{ db: part, log },
          chain: { ...chain, firstBlock: range.from, endBlock: range.to },
        })
      ).context;
      const outcome = await converge(context, progress);
      report(outcome);
      options.metrics?.note(outcome);
      backoff.reset();
      const tip = await findTip(part);
      // left by a longer range that began here
      if (tip && tip.number > range.to) return await dropPart(db.sql, part);
      if (tip?.number === range.to) return await finish(options, part, range);
      if (outcome.kind !== 'advanced') await pause(pollMs, signal);
    } catch (error) {
      if (hasErrorCode(error, 'not_leader')) throw error;
      if (signal.aborted || !(await isWhole(db.sql, db, part))) return;
      await backOff(error, backoff.next(), { log, signal });
    }
  }
}

async function finish({ db, log }: BackfillOptions, part: Database, range: Range): Promise<void> {
  // the planner of the join knows nothing of tables that are new
  await analyzePart(part);
  if (await noteDone(db, range, true)) log.info(range, 'indexed a range');
  else await dropPart(db.sql, part);
}
