import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import { inSpan } from '@/lib/tracing';
import type { Untraced } from './batch';
import { confirmChain } from './chain-identity';
import { continueDispute, DISPUTE_POLICY, type Dispute, type DisputePolicy } from './dispute';
import type { Tracing } from './fetch-block';
import { findFinalized, readFinalized } from './finality';
import { keepPartitions } from './keep-partitions';
import type { KnownAddresses } from './known-addresses';
import { INITIAL_BATCH_BLOCKS, planBatchBlocks } from './plan';
import { fillQueue, type Preparation, type Prepared } from './prepare';
import type { Prover } from './prover';
import { findDivergence, isShared, rollBack } from './reorg';
import { spanOf } from './span-of';
import { findTip, storeNodeState, type Tip } from './state';
import { writeBatch } from './write';

/** Everything needed to index one chain. `executor` is the FHEVMExecutor; undefined accepts any emitter. */
export type IndexContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  executor: Buffer | undefined;
  /** Heights of a new partition, where large tables are partitioned. */
  partitionBlocks?: number | undefined;
  prover?: Prover | undefined;
  log?: Logger;
  disputePolicy?: DisputePolicy | undefined;
  /** Of a development node, whose chain goes back at once, finalized or not, also to a lower head. */
  isDev?: boolean | undefined;
  tracing: Tracing;
}>;

const HEAD_FRESH_MS = 5_000;

/** State carried between steps; losing it costs only time. */
export type Progress = {
  known: KnownAddresses;
  head: number | undefined;
  headFetchedAt: number;
  /** The node state stored last. */
  storedState: string;
  dispute: Dispute | undefined;
  batchBlocks: number;
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
    resetCaches(progress);
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
  const { batch, weight } = await takePrepared(context, progress, { reached, last });
  const range = { from: reached + 1, to: reached + batch.blocks.length };
  await keepPartitions(context.db, { to: range.to, size: context.partitionBlocks });
  const outcome = await inSpan(spanOf('write blocks', context.db, range), () =>
    writeBatch(context.db, batch),
  );
  if (outcome === 'orphaned' && tip) return followReorg(context, progress, { tip, head });
  if (outcome !== 'written')
    throw new AppError('internal', 'The index changed while a batch was prepared.', { retryable: true });
  warnOfRefusals(context.log, batch.untraced);
  const blocks = batch.blocks.length;
  const transactions = batch.blocks.reduce((sum, rows) => sum + rows.transactions.length, 0);
  progress.batchBlocks = planBatchBlocks({ blocks, weight });
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
): Promise<Prepared> {
  const refill = (after: number) => {
    const first = progress.queue[0];
    if (first && first.range.from !== after + 1) dropPrepared(progress);
    const { queue, known, batchBlocks } = progress;
    fillQueue(queue, { context, known, after, last, batchBlocks });
  };
  refill(reached);
  const next = progress.queue.shift();
  if (!next) throw new AppError('internal', 'There is nothing to prepare.');
  const prepared = await next.batch;
  // A range of unexpectedly heavy blocks ends early.
  refill(reached + prepared.batch.blocks.length);
  return prepared;
}

/** The node's head: fetched when nothing is known above the tip, and every few seconds during a backfill. */
async function refreshHead(context: IndexContext, progress: Progress, tip: Tip): Promise<number> {
  const { rpc, db, firstBlock, tracing } = context;
  const { head, headFetchedAt } = progress;
  const reached = tip?.number ?? firstBlock - 1;
  if (head !== undefined && head > reached && performance.now() - headFetchedAt < HEAD_FRESH_MS) return head;
  const view = rpc.observe();
  const remoteHead = await fetchHead(view);
  const seen = [remoteHead, tip?.hash.toString('hex'), tracing.method].join();
  if (seen !== progress.storedState) {
    const finalized = tip && (await findFinalized({ rpc: view, db }, { tip, head: remoteHead }));
    await confirmChain(db, view);
    const endBlock = context.endBlock ?? null;
    const hasTraces = tracing.method !== null;
    await storeNodeState(db, { remoteHead, hasTraces, endBlock, finalized: finalized ?? null });
    progress.storedState = seen;
  }
  progress.head = remoteHead;
  progress.headFetchedAt = performance.now();
  return remoteHead;
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
  if (context.isDev && head < tip.number) return goBack(context, progress, { tip, head });
  return head < tip.number ? { kind: 'ahead', tip: tip.number, head } : { kind: 'idle' };
}

/** To the head of a development node. */
async function goBack(
  { rpc, db, firstBlock }: IndexContext,
  progress: Progress,
  { tip, head }: { tip: NonNullable<Tip>; head: number },
): Promise<Convergence> {
  resetCaches(progress);
  await rollBack({ rpc, db, firstBlock, tip, head, isDev: true }, head);
  return { kind: 'reorg', tip: head, removed: tip.number - head };
}

async function followReorg(
  { rpc, db, firstBlock, isDev, disputePolicy = DISPUTE_POLICY }: IndexContext,
  progress: Progress,
  { tip, head }: { tip: NonNullable<Tip>; head: number },
): Promise<Convergence> {
  resetCaches(progress);
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
function resetCaches(progress: Progress): void {
  progress.head = undefined;
  dropPrepared(progress);
}

/** Also resets known addresses: those of prepared batches may never be stored. */
function dropPrepared(progress: Progress): void {
  progress.queue = [];
  progress.known = new Map();
}
