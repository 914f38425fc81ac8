import type { Database } from '@/lib/db/open-database';
import { inSpan } from '@/lib/tracing';
import { type Batch, collectBatch } from './batch';
import { type BlockBundle, weighBundle } from './bundle';
import { confirmChain } from './chain-identity';
import { decodeBundle } from './decode';
import { type BlockSource, fetchRange } from './fetch-block';
import { type AddressFactsByKey, completeCodes, type KnownAddresses, startCodes } from './known-addresses';
import { planRange, type Range } from './plan';
import { spanOf } from './span-of';

/** The node, the index for known addresses, and the FHEVMExecutors. */
export type PrepareContext = BlockSource &
  Readonly<{ db: Database; executors: readonly Buffer[] | undefined }>;

/** A range being prepared. What it promises may fail before anyone waits for it. */
export type Preparation = Readonly<{
  range: Range;
  /** Its addresses, once fetched. */
  collected: Promise<AddressFactsByKey>;
  /** The codes of its addresses are known, and those of the ranges before it. */
  completed: Promise<void>;
  /** And the chain is confirmed. */
  batch: Promise<Prepared>;
}>;

/** A batch ready to be written. */
export type Prepared = Readonly<{ batch: Batch; weight: number }>;

/** Options of `fillQueue`: the first range of an empty queue starts above `after`; `depth` ranges of `batchBlocks` are prepared at once. */
export type QueueOptions = Readonly<{
  context: PrepareContext;
  known: KnownAddresses;
  after: number;
  last: number;
  depth: number;
  /** Blocks of the next range. */
  batchBlocks(): number;
  /** Called with each range that was fetched, in any order. */
  onFetched(fetched: { blocks: number; weight: number }): void;
}>;

/** Starts preparing ranges up to `last` until the queue is full. */
export function fillQueue(queue: Preparation[], options: QueueOptions): void {
  for (;;) {
    const tip = queue.at(-1)?.range.to ?? options.after;
    // In blocks: the first ranges are short.
    const prepared = queue[0] ? tip + 1 - queue[0].range.from : 0;
    if (prepared >= options.depth * options.batchBlocks()) return;
    const range = planRange(tip, options.last, options.batchBlocks());
    if (!range) return;
    queue.push(startPreparation(options, range, [...queue]));
  }
}

/** `earlier` are the ranges before it that may not be complete. */
function startPreparation(
  { context, known, onFetched }: QueueOptions,
  range: Range,
  earlier: readonly Preparation[],
): Preparation {
  const view = context.rpc.observe();
  const source = { ...context, rpc: view };
  const own = (async () => {
    const bundles = await inSpan(spanOf('fetch blocks', context.db, range), () => fetchRange(source, range));
    const prepared = collectBundles(source, bundles);
    onFetched({ blocks: bundles.length, weight: prepared.weight });
    return prepared;
  })();
  const completed = (async () => {
    const { batch } = await own;
    const addresses = await Promise.all(earlier.map(({ collected }) => collected));
    const codes = { rpc: view, db: context.db, known };
    await inSpan(spanOf('prepare blocks', context.db, range), async () => {
      await startCodes(batch, codes, addresses);
      // Known addresses are updated in chain order.
      await earlier.at(-1)?.completed;
      await completeCodes(batch, codes);
    });
  })();
  const collected = own.then(({ batch }) => batch.addresses);
  const batch = (async () => {
    await completed;
    await confirmChain(context.db, view);
    return own;
  })();
  // They may be awaited later or never; no unhandled rejection until then.
  for (const promise of [own, collected, completed, batch]) promise.catch(() => undefined);
  return { range, collected, completed, batch };
}

/** Decodes fetched blocks into a batch; updates `known`. */
export async function prepareBatch(
  context: PrepareContext,
  known: KnownAddresses,
  bundles: readonly BlockBundle[],
): Promise<Prepared> {
  const prepared = collectBundles(context, bundles);
  await completeCodes(prepared.batch, { rpc: context.rpc, db: context.db, known });
  return prepared;
}

/** Decodes fetched blocks into a batch that is complete but for the codes of addresses. */
function collectBundles(
  context: Pick<PrepareContext, 'executors'>,
  bundles: readonly BlockBundle[],
): Prepared {
  const weight = bundles.reduce((sum, bundle) => sum + weighBundle(bundle), 0);
  const batch = collectBatch(bundles.map((bundle) => decodeBundle(bundle, context)));
  batch.untraced = bundles.flatMap(({ block, refusal }) =>
    refusal === null ? [] : [{ height: block.number, refusal }],
  );
  batch.proven = listProvenRanges(bundles);
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
