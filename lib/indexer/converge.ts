import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import type { TraceMethod } from '@/lib/rpc/traces';
import { type Batch, collectBatch } from './batch';
import { weighBundle } from './bundle';
import { decodeBundle } from './decode';
import { fetchRange } from './fetch-block';
import { completeCodes, type KnownAddresses } from './known-addresses';
import { INITIAL_BATCH_BLOCKS, planBatchBlocks, planRange, type Range } from './plan';
import { healReorg, isShared } from './reorg';
import { findTip, noteNode, type Tip } from './state';
import { writeBatch } from './write';

/** What indexing one chain needs. `executor` is the FHEVMExecutor, undefined when any emitter counts. */
export type IndexContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  executor: Buffer | undefined;
  traceMethod: TraceMethod | null;
}>;

/** A range that is being fetched and decoded while the one before it is written. */
type Preparation = { range: Range; batch: Promise<Prepared> };
type Prepared = { batch: Batch; weight: number };

const HEAD_FRESH_MS = 5_000;

/** What is remembered between steps; losing it loses only time. */
export type Progress = {
  known: KnownAddresses;
  head: number | undefined;
  headAskedAt: number;
  batchBlocks: number;
  ahead: Preparation | undefined;
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
    ahead: undefined,
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
    throw error;
  }
}

async function step(context: IndexContext, progress: Progress): Promise<Convergence> {
  const { db, firstBlock, endBlock } = context;
  const tip = await findTip(db);
  const reached = tip?.number ?? firstBlock - 1;
  const head = await learnHead(context, progress, reached);
  const { batchBlocks } = progress;
  const range = planRange({ firstBlock, endBlock, tip: tip?.number, head, batchBlocks });
  if (!range) return stayOrHeal(context, progress, { tip, head });
  const prepared = await takePrepared(context, progress, range);
  const last = { blocks: prepared.batch.blocks.length, weight: prepared.weight };
  progress.batchBlocks = planBatchBlocks(last);
  const reachedNext = prepared.batch.blocks.at(-1)?.block.number ?? reached;
  const next = planRange({ firstBlock, endBlock, tip: reachedNext, head, batchBlocks: progress.batchBlocks });
  progress.ahead = next && prepare(context, progress, next);
  const outcome = await writeBatch(db, prepared.batch);
  if (outcome === 'orphaned' && tip) return heal(context, progress, { tip, head });
  if (outcome !== 'written')
    throw new AppError('internal', 'Another indexer writes this chain.', { retryable: true });
  const transactions = prepared.batch.blocks.reduce((sum, rows) => sum + rows.transactions.length, 0);
  return { kind: 'advanced', tip: reachedNext, head, blocks: last.blocks, transactions };
}

/** The node's head: asked again when nothing is known above the tip, and now and then on a long way. */
async function learnHead(
  { rpc, db, traceMethod }: IndexContext,
  progress: Progress,
  reached: number,
): Promise<number> {
  const { head, headAskedAt } = progress;
  if (head !== undefined && head > reached && Date.now() - headAskedAt < HEAD_FRESH_MS) return head;
  const remoteHead = await fetchHead(rpc);
  await noteNode(db, { remoteHead, hasTraces: traceMethod !== null });
  progress.head = remoteHead;
  progress.headAskedAt = Date.now();
  return remoteHead;
}

/** Nothing is above the tip: either all is well, or the node has other blocks, or fewer. */
async function stayOrHeal(
  context: IndexContext,
  progress: Progress,
  { tip, head }: { tip: Tip; head: number },
): Promise<Convergence> {
  if (!tip || head < context.firstBlock) return { kind: 'idle' };
  const isSame = await isShared(context.rpc, context.db, Math.min(tip.number, head));
  if (!isSame) return heal(context, progress, { tip, head });
  return head < tip.number ? { kind: 'ahead', tip: tip.number, head } : { kind: 'idle' };
}

async function heal(
  { rpc, db, firstBlock }: IndexContext,
  progress: Progress,
  { tip, head }: { tip: NonNullable<Tip>; head: number },
): Promise<Convergence> {
  forget(progress);
  const ancestor = await healReorg({ rpc, db, firstBlock, tip, head });
  return { kind: 'reorg', tip: ancestor, removed: tip.number - ancestor };
}

/** The batch of that range, prepared already or now. */
async function takePrepared(context: IndexContext, progress: Progress, range: Range): Promise<Prepared> {
  const { ahead } = progress;
  progress.ahead = undefined;
  const isWanted = ahead?.range.from === range.from && ahead.range.to <= range.to;
  return (isWanted ? ahead : prepare(context, progress, range)).batch;
}

function prepare(context: IndexContext, progress: Progress, range: Range): Preparation {
  const batch = prepareBatch(context, progress.known, range);
  // It is awaited in the next step, if at all; until then a failure is nobody's.
  batch.catch(() => undefined);
  return { range, batch };
}

async function prepareBatch(context: IndexContext, known: KnownAddresses, range: Range): Promise<Prepared> {
  const bundles = await fetchRange(context, range);
  const weight = bundles.reduce((sum, bundle) => sum + weighBundle(bundle), 0);
  const batch = collectBatch(bundles.map((bundle) => decodeBundle(bundle, context)));
  await completeCodes(batch, { rpc: context.rpc, db: context.db, known });
  return { batch, weight };
}

/** What was prepared may be of blocks that are gone, and what it noted as known is not stored. */
function forget(progress: Progress): void {
  progress.known = new Map();
  progress.head = undefined;
  progress.ahead = undefined;
}
