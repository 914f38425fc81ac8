import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { inSpan } from '@/lib/tracing';
import type { Untraced } from './batch';
import { continueDispute, DISPUTE_POLICY, type Dispute, type DisputePolicy } from './dispute';
import type { Tracing } from './fetch-block';
import { readFinalized } from './finality';
import { keepPartitions } from './keep-partitions';
import type { KnownAddresses } from './known-addresses';
import { DEPTH, type Depth, INITIAL_BATCH_BLOCKS, planBatchBlocks, planDepth } from './plan';
import { fillQueue, type Preparation, type QueueOptions } from './prepare';
import type { PreparedRange } from './prepare-range';
import type { Prover } from './prover';
import type { RangeThreads } from './range-threads';
import { refreshHead } from './refresh-head';
import { findDivergence, isShared, rollBack } from './reorg';
import { spanOf } from './span-of';
import { findTip, type Tip } from './state';
import { addTime, startMeasuring, type TimeSpent } from './time-spent';
import { writeBatch } from './write';

/** Everything needed to index one chain. `executors`: undefined accepts FHE operations of any emitter. */
export type IndexContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  executors: readonly Buffer[] | undefined;
  /** Heights of a new partition, where large tables are partitioned. */
  partitionBlocks?: number | undefined;
  prover?: Prover | undefined;
  log?: Logger;
  disputePolicy?: DisputePolicy | undefined;
  /** Of a development node, whose chain goes back at once, finalized or not, also to a lower head. */
  isDev?: boolean | undefined;
  tracing: Tracing;
  /** Where ranges are prepared, if not in this thread. */
  threads?: RangeThreads | undefined;
}>;

/** After waiting so long for the next batch, more of them are prepared. */
const WAIT_MS = 100;

/** State carried between steps; losing it costs only time. */
export type Progress = {
  known: KnownAddresses;
  head: number | undefined;
  headFetchedAt: number;
  /** The node state stored last. */
  storedState: string;
  /** The head is being fetched while blocks are indexed, or that failed. */
  refresh?: { done: Promise<void>; failure?: { error: unknown } } | undefined;
  dispute: Dispute | undefined;
  batchBlocks: number;
  /** Ranges prepared at once. */
  depth: Depth;
  spent: TimeSpent;
  /** Ranges being prepared, in order. */
  queue: Preparation[];
};

/**
 * Result of one step. `advanced`: wrote blocks up to `tip`. `reorg`: removed orphaned blocks down to `tip`;
 * `finalized` is set when finalized ones were among them. `disputed`: the node contradicts blocks down to `finalized`, and
 * nothing is removed until every endpoint has agreed `needed` times. `ahead`: the index is above the node's head, which
 * may be syncing. `idle`: nothing to do.
 */
export type Convergence =
  | { kind: 'idle' }
  | { kind: 'advanced'; tip: number; head: number; blocks: number; transactions: number }
  | { kind: 'reorg'; tip: number; removed: number; finalized?: number }
  | ({ kind: 'disputed'; tip: number; finalized: number; needed: number } & Dispute)
  | { kind: 'ahead'; tip: number; head: number };

/** The initial state of an indexer. */
export function startProgress(): Progress {
  return {
    known: new Map(),
    head: undefined,
    headFetchedAt: 0,
    storedState: '',
    dispute: undefined,
    batchBlocks: INITIAL_BATCH_BLOCKS,
    depth: { ranges: DEPTH.least, calm: 0 },
    spent: { node: 0, processor: 0, database: 0 },
    queue: [],
  };
}

/** Moves the index one step closer to the node's chain. Throws AppError; after a retryable one, call it again. */
export async function converge(context: IndexContext, progress: Progress): Promise<Convergence> {
  try {
    const outcome = await step(context, progress);
    if (outcome.kind !== 'disputed') progress.dispute = undefined;
    return outcome;
  } catch (error) {
    await resetCaches(progress);
    // A smaller batch has a chance to complete on a node that fails now and then.
    progress.batchBlocks = Math.max(1, Math.floor(progress.batchBlocks / 2));
    throw error;
  }
}

async function step(context: IndexContext, progress: Progress): Promise<Convergence> {
  const tip = await findTip(context.db);
  const reached = tip?.number ?? context.firstBlock - 1;
  const head = await refreshHead(context, progress, tip);
  const last = Math.min(head, context.endBlock ?? head);
  if (reached >= last) return stayOrRollBack(context, progress, { tip, head });
  const { batch } = await takePrepared(context, progress, { reached, last });
  const range = { from: reached + 1, to: reached + batch.blocks.length };
  await keepPartitions(context.db, { to: range.to, size: context.partitionBlocks });
  const measure = startMeasuring(context.threads);
  const outcome = await inSpan(spanOf('write blocks', context.db, range), () =>
    writeBatch(context.db, batch),
  );
  addTime(progress.spent, 'database', measure());
  if (outcome === 'orphaned' && tip) return followReorg(context, progress, { tip, head });
  if (outcome !== 'written')
    throw new AppError('internal', 'The index changed while a batch was prepared.', { retryable: true });
  warnOfRefusals(context.log, batch.untraced);
  const blocks = batch.blocks.length;
  const transactions = batch.blocks.reduce((sum, { block }) => sum + block.transactions_count, 0);
  return { kind: 'advanced', tip: reached + blocks, head, blocks, transactions };
}

function warnOfRefusals(log: Logger | undefined, untraced: readonly Untraced[]): void {
  const [first] = untraced;
  if (!first) return;
  const { height: block, refusal: error } = first;
  log?.warn({ error, block, blocks: untraced.length }, 'stored without traces, which will be fetched again');
}

/** The batch that follows the stored tip; those after it are prepared while this one is written. */
async function takePrepared(
  context: IndexContext,
  progress: Progress,
  { reached, last }: { reached: number; last: number },
): Promise<PreparedRange> {
  const refill = (after: number) => {
    const first = progress.queue[0];
    if (first && first.range.from !== after + 1) dropPrepared(progress);
    fillQueue(progress.queue, queueOptions(context, progress, { after, last }));
  };
  refill(reached);
  const [next] = progress.queue;
  if (!next) throw new AppError('internal', 'There is nothing to prepare.');
  const prepared = await waitForBatch(context, progress, { next, refill: () => refill(reached) });
  if (progress.queue[0] === next) progress.queue.shift();
  // A range of unexpectedly heavy blocks ends early.
  refill(reached + prepared.batch.blocks.length);
  return prepared;
}

function queueOptions(
  context: IndexContext,
  progress: Progress,
  { after, last }: { after: number; last: number },
): QueueOptions {
  const { known, depth } = progress;
  return {
    context: { ...context, isDropped: () => progress.known !== known },
    ...{ known, after, last, depth: depth.ranges },
    batchBlocks: () => progress.batchBlocks,
    onFetched: (fetched) => {
      progress.batchBlocks = planBatchBlocks(fetched, progress.batchBlocks);
    },
  };
}

/** Waits for the next batch; where it is the node's latency that is waited for, more are prepared meanwhile. */
async function waitForBatch(
  { rpc, threads }: IndexContext,
  progress: Progress,
  { next, refill }: { next: Preparation; refill(): void },
): Promise<PreparedRange> {
  const batch = next.batch.then((prepared) => ({ prepared }));
  for (;;) {
    const measure = startMeasuring(threads);
    const found = await Promise.race([batch, pause(WAIT_MS)]);
    const waited = measure();
    addTime(progress.spent, 'node', waited);
    const wait = { waitedMs: waited.ms, busy: waited.busyThreads, isPaced: isPaced(rpc) };
    progress.depth = planDepth(progress.depth, wait);
    if (found) return found.prepared;
    refill();
  }
}

/** Every endpoint limits the rate, so that more requests at once would only wait. */
function isPaced(rpc: Rpc): boolean {
  return rpc.health().every(({ callsPerSecond }) => callsPerSecond !== null);
}

/** Nothing to index above the tip: the chains agree, or the node has other or fewer blocks. */
async function stayOrRollBack(
  context: IndexContext,
  progress: Progress,
  { tip, head }: { tip: Tip; head: number },
): Promise<Convergence> {
  if (!tip || head < context.firstBlock) return { kind: 'idle' };
  const isSame = await isShared(context.rpc, context.db, Math.min(tip.number, head));
  if (!isSame) return followReorg(context, progress, { tip, head });
  if (head >= tip.number) return { kind: 'idle' };
  if (!context.isDev) return { kind: 'ahead', tip: tip.number, head };
  await resetCaches(progress);
  await rollBack({ ...context, tip, head }, head);
  return { kind: 'reorg', tip: head, removed: tip.number - head };
}

async function followReorg(
  { rpc, db, firstBlock, isDev, disputePolicy = DISPUTE_POLICY }: IndexContext,
  progress: Progress,
  { tip, head }: { tip: NonNullable<Tip>; head: number },
): Promise<Convergence> {
  await resetCaches(progress);
  const fork = { rpc, db, firstBlock, tip, head, isDev };
  const divergence = await findDivergence(fork);
  const { ancestor } = divergence;
  const removed = tip.number - ancestor;
  const finalized = await readFinalized(db);
  if (isDev || finalized === undefined || ancestor >= finalized) {
    await rollBack(fork, ancestor);
    return { kind: 'reorg', tip: ancestor, removed };
  }
  const dispute = await continueDispute({ rpc, db, disputePolicy }, divergence, progress.dispute);
  progress.dispute = dispute;
  if (dispute.agreements < disputePolicy.agreements)
    return { kind: 'disputed', ...dispute, tip: tip.number, finalized, needed: disputePolicy.agreements };
  await rollBack(fork, ancestor);
  return { kind: 'reorg', tip: ancestor, removed, finalized };
}

/** A reorganization may have invalidated everything cached. */
async function resetCaches(progress: Progress): Promise<void> {
  dropPrepared(progress);
  await progress.refresh?.done;
  progress.refresh = undefined;
  progress.head = undefined;
}

/** Also resets known addresses: those of prepared batches may never be stored. */
function dropPrepared(progress: Progress): void {
  progress.queue = [];
  progress.known = new Map();
}
