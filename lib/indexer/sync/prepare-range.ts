import { type Batch, collectBatch } from './batch';
import { type BlockBundle, weighBundle } from './bundle';
import { type DecodeSettings, decodeBundle } from './decode';
import { type EncodedBatch, encodeBatch } from './encode-batch';
import { type BlockSource, fetchRange } from './fetch-block';
import type { Range } from './plan';

/** The node, the chain, and its FHEVMExecutors. */
export type RangeSource = BlockSource & DecodeSettings & Readonly<{ chainId: number }>;

/** A batch that is complete but for the codes of addresses, and its weight. */
export type PreparedRange = Readonly<{ batch: EncodedBatch; weight: number }>;

/** Fetches, proves, decodes and encodes the blocks of a range, in whatever thread. Throws as `fetchRange` does. */
export async function prepareRange(source: RangeSource, range: Range): Promise<PreparedRange> {
  const bundles = await fetchRange(source, range);
  const weight = bundles.reduce((sum, bundle) => sum + weighBundle(bundle), 0);
  return { batch: encodeBatch(collectBundles(source, bundles), source.chainId), weight };
}

/** Decodes fetched blocks into a batch that is complete but for the codes of addresses. */
export function collectBundles(settings: DecodeSettings, bundles: readonly BlockBundle[]): Batch {
  const batch = collectBatch(bundles.map((bundle) => decodeBundle(bundle, settings)));
  batch.untraced = bundles.flatMap(({ block, refusal }) =>
    refusal === null ? [] : [{ height: block.number, refusal }],
  );
  batch.proven = listProvenRanges(bundles);
  return batch;
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
