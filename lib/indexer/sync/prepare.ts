import type { Database } from '@/lib/db/open-database';
import { inSpan } from '@/lib/tracing';
import { type Batch, collectBatch } from './batch';
import { type BlockBundle, weighBundle } from './bundle';
import { confirmChain } from './chain-identity';
import { decodeBundle } from './decode';
import { type BlockSource, fetchRange } from './fetch-block';
import { completeCodes, type KnownAddresses } from './known-addresses';
import { planRange, type Range } from './plan';
import { spanOf } from './span-of';

/** The node, the index for known addresses, and the FHEVMExecutor. */
export type PrepareContext = BlockSource & Readonly<{ db: Database; executor: Buffer | undefined }>;

/** A range being prepared. */
export type Preparation = Readonly<{ range: Range; fetched: Promise<unknown>; batch: Promise<Prepared> }>;

/** A batch ready to be written. */
export type Prepared = Readonly<{ batch: Batch; weight: number }>;

/** Ranges prepared while one is written: one being fetched, one being completed. */
const DEPTH = 2;

/** Options of `fillQueue`: the first range of an empty queue starts above `after`. */
export type QueueOptions = Readonly<{
  context: PrepareContext;
  known: KnownAddresses;
  after: number;
  last: number;
  batchBlocks: number;
}>;

/** Starts preparing ranges up to `last` until the queue is full, each fetched after the one before it. */
export function fillQueue(queue: Preparation[], options: QueueOptions): void {
  const { context, known, last, batchBlocks } = options;
  while (queue.length < DEPTH) {
    const before = queue.at(-1);
    const tip = before?.range.to ?? options.after;
    const range = planRange(tip, last, batchBlocks);
    if (!range) return;
    queue.push(startPreparation(context, known, { range, before }));
  }
}

function startPreparation(
  context: PrepareContext,
  known: KnownAddresses,
  { range, before }: { range: Range; before: Preparation | undefined },
): Preparation {
  const view = context.rpc.observe();
  const source = { ...context, rpc: view };
  const fetched = (async () => {
    await before?.fetched;
    return inSpan(spanOf('fetch blocks', context.db, range), () => fetchRange(source, range));
  })();
  const batch = (async () => {
    const bundles = await fetched;
    // Known addresses are updated in chain order.
    await before?.batch;
    const prepared = await inSpan(spanOf('prepare blocks', context.db, range), () =>
      prepareBatch(source, known, bundles),
    );
    await confirmChain(context.db, view);
    return prepared;
  })();
  // Both may be awaited later or never; no unhandled rejection until then.
  fetched.catch(() => undefined);
  batch.catch(() => undefined);
  return { range, fetched, batch };
}

/** Decodes fetched blocks into a batch; updates `known`. */
export async function prepareBatch(
  context: PrepareContext,
  known: KnownAddresses,
  bundles: readonly BlockBundle[],
): Promise<Prepared> {
  const weight = bundles.reduce((sum, bundle) => sum + weighBundle(bundle), 0);
  const batch = collectBatch(bundles.map((bundle) => decodeBundle(bundle, context)));
  batch.untraced = bundles.flatMap(({ block, refusal }) =>
    refusal === null ? [] : [{ height: block.number, refusal }],
  );
  batch.proven = listProvenRanges(bundles);
  await completeCodes(batch, { rpc: context.rpc, db: context.db, known });
  return { batch, weight };
}

/** The heights of proven bundles, which are in ascending order, as ranges. */
function listProvenRanges(bundles: readonly BlockBundle[]): Range[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { block, isProven } of bundles) {
    const last = ranges.at(-1);
    if (isProven && last?.to === block.number - 1) last.to = block.number;
    else if (isProven) ranges.push({ from: block.number, to: block.number });
  }
  return ranges;
}
