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
import { isShared, rollBack } from './reorg';
import { findTip, noteNode, type Tip } from './state';
import { writeBatch } from './write';

/** What indexing one chain needs. `executor` is the FHEVMExecutor, undefined when any emitter counts. */
export type IndexContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  executor: Buffer | undefined;
  log?: Logger;
}> & { traceMethod: TraceMethod | null };

const HEAD_FRESH_MS = 5_000;

/** What is remembered between steps; losing it loses only time. */
export type Progress = {
  known: KnownAddresses;
  head: number | undefined;
  headAskedAt: number;
  batchBlocks: number;
  /** Ranges on their way from the node, in order. */
  queue: Preparation[];
};

/**
 * What one step did. `advanced`: wrote blocks up to `tip`. `reorg`: removed what the node has left, down to `tip`.
 * `ahead`: the index holds more than the node, which may be catching up. `idle`: nothing was to do.
 */
export type Convergence =
  | { kind: 'idle' }
  | { kind: 'advanced'; tip: number; head: number; blocks: number; transactions: number }
  | { kind: 'reorg'; tip: number; removed: number }
  | { kind: 'ahead'; tip: number; head: number };

/** The state of an indexer that has just started. */
export function startProgress(): Progress {
  return {
    known: new Map(),
    head: undefined,
    headAskedAt: 0,
    batchBlocks: INITIAL_BATCH_BLOCKS,
    queue: [],
  };
}

/**
 * Brings the index one step nearer to the node's chain. Throws AppError; after a retryable one the same call may be
 * made again. Every step leaves the index complete up to its tip.
 */
export async function converge(context: IndexContext, progress: Progress): Promise<Convergence> {
  try {
    return await step(context, progress);
  } catch (error) {
    forget(progress);
    // a node that fails now and then is asked for less at once, or nothing would ever be complete
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

/** The batch that follows what is stored; those after it are on their way when this is written. */
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

/** The node's head: asked again when nothing is known above the tip, and now and then on a long way. */
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

/** Nothing is above the tip: either all is well, or the node has other blocks, or fewer. */
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

/** Nothing that was learnt can be relied on: blocks may be gone. */
function forget(progress: Progress): void {
  progress.head = undefined;
  dropPrepared(progress);
}

/** What was prepared noted addresses as known that then are never stored. */
function dropPrepared(progress: Progress): void {
  progress.queue = [];
  progress.known = new Map();
}
