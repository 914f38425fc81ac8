import { refuseCitus } from '@/lib/db/citus';
import { dropParts } from '@/lib/db/drop-parts';
import { type Database, openDatabase } from '@/lib/db/open-database';
import { dropPart, openPart } from '@/lib/db/part-schema';
import { createBackoff, pause } from '@/lib/retry';
import { fetchHead } from '@/lib/rpc/methods';
import { type BackfillRange, cutRange, listBackfill, noteDone, planBackfill } from './backfill-ranges';
import { converge, type IndexContext, type Progress, startProgress } from './converge';
import { fetchFinalizedHeight } from './finality';
import { BACKFILL_POLL_MS, type BackfillOptions, backOff, openPartPool } from './index-part';
import { type JoinOutcome, joinPart } from './join-part';
import { openIndexContext } from './open-context';
import { partitionFirst } from './partition-first';
import { createReport } from './report-progress';
import { findTip, noteNode } from './state';

/** `blocks` is the length of a range. */
export type JoinOptions = BackfillOptions & Readonly<{ blocks: number }>;

const BACKOFF = { firstMs: 250, maxMs: 15_000 };

/**
 * Plans ranges and joins their parts in order, as the leader of the chain, until less than a range below the finalized
 * block is left, or aborted. True when nothing is left. Throws AppError `config` where Citus distributes chains, and
 * `not_leader`.
 */
export async function joinParts(options: JoinOptions): Promise<boolean> {
  const { db, signal } = options;
  await refuseCitus(db.sql, db.chainId, 'npm run backfill');
  const backoff = createBackoff(BACKOFF);
  const state: State = { progress: startProgress(), limit: undefined, plannedAt: 0 };
  await dropLeft(options);
  while (!signal.aborted) {
    try {
      if ((await advance(options, state)) === 'finished') return true;
      backoff.reset();
    } catch (error) {
      if (signal.aborted) return false;
      await backOff(error, backoff.next(), options);
    }
  }
  return false;
}

/** Drops the parts of no range. False while somebody reads one: it is left for the next time. */
export async function dropLeft({ db, log }: JoinOptions): Promise<boolean> {
  const planned = await listBackfill(db);
  const starts = planned.map(({ from }) => from);
  const parts = await dropParts(db.sql, db.name, starts);
  if (parts.length > 0)
    log.warn({ parts }, 'somebody reads parts that no range needs: they are dropped later');
  return parts.length === 0;
}

type State = {
  context?: IndexContext;
  progress: Progress;
  limit: number | undefined;
  plannedAt: number;
};

/** The node's finalized block is fetched so often. */
const LIMIT_FRESH_MS = 30_000;

async function advance(options: JoinOptions, state: State): Promise<'finished' | 'goes on'> {
  const { db, chain, blocks, signal, pollMs = BACKFILL_POLL_MS } = options;
  state.context ??= await open(options);
  const reached = (await findTip(db))?.number ?? chain.firstBlock - 1;
  const limit = await findLimit(options, state, state.context);
  const ranges = await planBackfill(db, { reached, limit, blocks });
  const [next] = ranges;
  if (!next) return 'finished';
  if (next.from <= reached) await dropIndexed(db, next, reached);
  else if (next.from > reached + 1) await fill(options, state, { ...state.context, endBlock: next.from - 1 });
  else if (!next.isDone) await pause(pollMs, signal);
  else await join(options, state, ranges);
  return 'goes on';
}

/** Opens the index, which gets its partitions before its first block. */
async function open(options: JoinOptions): Promise<IndexContext> {
  const { context, tip } = await openIndexContext(options);
  await partitionFirst(options, tip);
  return context;
}

/** Up to where ranges are planned. Stores what the node says of itself, for those who read. */
async function findLimit(
  { rpc, db, chain }: JoinOptions,
  state: State,
  context: IndexContext,
): Promise<number> {
  if (state.limit !== undefined && performance.now() - state.plannedAt < LIMIT_FRESH_MS) return state.limit;
  const head = await fetchHead(rpc);
  const finalized = await fetchFinalizedHeight(rpc, head);
  const endBlock = chain.endBlock ?? null;
  await noteNode(db, {
    remoteHead: head,
    hasTraces: context.traceMethod !== null,
    endBlock,
    finalized: null,
  });
  state.limit = Math.min(finalized, chain.endBlock ?? finalized);
  state.plannedAt = performance.now();
  return state.limit;
}

/** Another process has indexed blocks of the range meanwhile. */
async function dropIndexed(db: Database, range: BackfillRange, reached: number): Promise<void> {
  await cutRange(db, range, reached);
  await dropPart(db.sql, openPart(db, range.from));
}

/** Indexes blocks of no range, and rolls back those of another branch. */
async function fill(
  { log, signal, pollMs = BACKFILL_POLL_MS }: JoinOptions,
  state: State,
  context: IndexContext,
): Promise<void> {
  const outcome = await converge(context, state.progress);
  createReport(log)(outcome);
  // what `converge` noted of the node is of these blocks alone
  state.plannedAt = Number.NEGATIVE_INFINITY;
  if (outcome.kind !== 'advanced') await pause(pollMs, signal);
}

async function join(options: JoinOptions, state: State, ranges: readonly BackfillRange[]): Promise<void> {
  const { db, log } = options;
  const [range] = ranges;
  if (!range || !state.context) return;
  const begun = performance.now();
  const outcome = await joinAlone(options, range);
  if (outcome === 'joined') {
    const waiting = ranges.filter(({ isDone }) => isDone).length - 1;
    const claimed = ranges.filter(({ isClaimed }) => isClaimed).length;
    const ms = Math.round(performance.now() - begun);
    log.info({ block: range.to, limit: state.limit, ms, waiting, claimed }, 'joined a range');
    await dropLeft(options);
    return;
  }
  log.warn({ ...range, outcome }, 'a range is indexed again');
  await dropPart(db.sql, openPart(db, range.from));
  await noteDone(db, range, false);
  // the stored tip may be of another branch
  if (outcome === 'orphaned') await fill(options, state, { ...state.context, endBlock: range.from - 1 });
}

async function joinAlone({ db, url, chain }: JoinOptions, { from, to }: BackfillRange): Promise<JoinOutcome> {
  const { chainId, name, term } = db;
  const { partitionBlocks } = chain;
  const sql = openPartPool(url, 1);
  try {
    const own = { ...openDatabase(sql, chainId, name), ...(term !== undefined && { term }) };
    return await joinPart(own, openPart(own, from), { from, to, partitionBlocks });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
