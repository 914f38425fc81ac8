import type { Database } from '@/lib/db/open-database';
import { inSpan } from '@/lib/tracing';
import type { Batch } from './batch';
import type { BlockBundle } from './bundle';
import { confirmChain } from './chain-identity';
import { type AddressFactsByKey, completeCodes, type KnownAddresses, startCodes } from './known-addresses';
import { planRange, type Range } from './plan';
import { collectBundles, type PreparedRange, prepareRange, type RangeSource } from './prepare-range';
import type { RangeThreads } from './range-threads';
import { spanOf } from './span-of';

/** The node, the index for known addresses, and the FHEVMExecutors. */
export type PrepareContext = Omit<RangeSource, 'chainId'> &
  Readonly<{ db: Database; threads?: RangeThreads | undefined }>;

/** A range being prepared. What it promises may fail before anyone waits for it. */
export type Preparation = Readonly<{
  range: Range;
  /** Its addresses, once fetched. */
  collected: Promise<AddressFactsByKey>;
  /** The codes of its addresses are known, and those of the ranges before it. */
  completed: Promise<void>;
  /** And the chain is confirmed. */
  batch: Promise<PreparedRange>;
}>;

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
  { context, known, last, onFetched }: QueueOptions,
  range: Range,
  earlier: readonly Preparation[],
): Preparation {
  const view = context.rpc.observe();
  const source = { ...context, rpc: view, chainId: context.db.chainId };
  // One block at the head is not worth the way to another thread.
  const prepare = range.from === last ? prepareRange : (context.threads?.prepare ?? prepareRange);
  const own = (async () => {
    const prepared = await inSpan(spanOf('fetch blocks', context.db, range), () => prepare(source, range));
    onFetched({ blocks: prepared.batch.blocks.length, weight: prepared.weight });
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
): Promise<Readonly<{ batch: Batch }>> {
  const batch = collectBundles(context, bundles);
  await completeCodes(batch, { rpc: context.rpc, db: context.db, known });
  return { batch };
}
