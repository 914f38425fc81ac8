import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import type { TraceMethod } from '@/lib/rpc/traces';
import type { Untraced } from './batch';
import type { KnownAddresses } from './known-addresses';
import { INITIAL_BATCH_BLOCKS, planBatchBlocks } from './plan';
import { fillQueue, type Preparation, type Prepared } from './prepare';
import type { Prover } from './prover';
import { isShared, rollBack } from './reorg';
import { findTip, noteNode, type Tip } from './state';
import { writeBatch } from './write';

/** Everything needed to index one chain. `executor` is the FHEVMExecutor; undefined accepts any emitter. */
export type IndexContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  executor: Buffer | undefined;
  prover?: Prover | undefined;
  log?: Logger;
}> & { traceMethod: TraceMethod | null };

const HEAD_FRESH_MS = 5_000;

/** State carried between steps; losing it costs only time. */
export type Progress = {
  known: KnownAddresses;
  head: number | undefined;
  headAskedAt: number;
  batchBlocks: number;
  /** Ranges being prepared, in order. */
  queue: Preparation[];
};

/**
 * Result of one step. `advanced`: wrote blocks up to `tip`. `reorg`: removed orphaned blocks down to `tip`. `ahead`:
 * the index is above the node's head, which may be syncing. `idle`: nothing to do.
 */
export type Convergence =
  | { kind: 'idle' }
  | { kind: 'advanced'; tip: number; head: number; blocks: number; transactions: number }
  | { kind: 'reorg'; tip: number; removed: number }
  | { kind: 'ahead'; tip: number; head: number };

/** The initial state of an indexer. */
export function startProgress(): Progress {
  return {
    known: new Map(),
    head: undefined,
    headAskedAt: 0,
    batchBlocks: INITIAL_BATCH_BLOCKS,
    queue: [],
  };
}

/** Moves the index one step closer to the node's chain. Throws AppError; after a retryable one, call it again. */
export async function converge(context: IndexContext, progress: Progress): Promise<Convergence> {
  try {
    return await step(context, progress);
  } catch (error) {
    forget(progress);
    // A smaller batch has a chance to complete on a node that fails now and then.
    progress.batchBlocks = Math.max(1, Math.floor(progress.batchBlocks / 2));
    throw error;
  }
}

async function step(context: IndexContext, progress: Progress): Promise<Convergence> {
  const tip = await findTip(context.db);
  const reached = tip?.number ?? context.firstBlock - 1;
  const head = await learnHead(context, progress, reached);
  const last = Math.min(head, context.endBlock ?? head);
  if (reached >= last) return stayOrRollBack(context, progress, { tip, head });
  const { batch, weight } = await takePrepared(context, progress, { reached, last });
  const outcome = await writeBatch(context.db, batch);
  if (outcome === 'orphaned' && tip) return followReorg(context, progress, { tip, head });
  if (outcome !== 'written')
    throw new AppError('internal', 'The index has moved while a batch was prepared.', { retryable: true });
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
async function learnHead(
  { rpc, db, traceMethod, endBlock }: IndexContext,
  progress: Progress,
  reached: number,
): Promise<number> {
  const { head, headAskedAt } = progress;
  if (head !== undefined && head > reached && Date.now() - headAskedAt < HEAD_FRESH_MS) return head;
  const remoteHead = await fetchHead(rpc);
  await noteNode(db, { remoteHead, hasTraces: traceMethod !== null, endBlock: endBlock ?? null });
  progress.head = remoteHead;
  progress.headAskedAt = Date.now();
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
  return head < tip.number ? { kind: 'ahead', tip: tip.number, head } : { kind: 'idle' };
}

async function followReorg(
  { rpc, db, firstBlock }: IndexContext,
  progress: Progress,
  { tip, head }: { tip: NonNullable<Tip>; head: number },
): Promise<Convergence> {
  forget(progress);
  const ancestor = await rollBack({ rpc, db, firstBlock, tip, head });
  return { kind: 'reorg', tip: ancestor, removed: tip.number - ancestor };
}

/** A reorganization may have invalidated everything cached. */
function forget(progress: Progress): void {
  progress.head = undefined;
  dropPrepared(progress);
}

/** Prepared batches marked addresses as known that may now never be stored. */
function dropPrepared(progress: Progress): void {
  progress.queue = [];
  progress.known = new Map();
}
