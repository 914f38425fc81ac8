import pMap from 'p-map';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { AppError } from '@/lib/errors';
import type { BlockBundle } from '@/lib/indexer/sync/bundle';
import { decodeBundle } from '@/lib/indexer/sync/decode';
import { fetchBareBundle, fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { type PrepareContext, prepareBatch } from '@/lib/indexer/sync/prepare';
import { addProvenRange } from '@/lib/indexer/sync/proven-ranges';
import type { Prover } from '@/lib/indexer/sync/prover';
import { findBlockHash, lockState } from '@/lib/indexer/sync/state';
import { createBackoff, pause } from '@/lib/retry';
import { RpcError } from '@/lib/rpc/rpc-error';
import { listDifferences } from './compare-rows';
import { rewriteBlock } from './rewrite-block';

/** The node and its prover, which should be strict (`createStrictProver`). */
export type VerifySource = PrepareContext & Readonly<{ prover: Prover; signal: AbortSignal }>;

/**
 * Result of verifying a stored block. `proven`: its rows match the proven block. `different`: they do not. `repaired`:
 * they did not, and were rewritten. `unproven`: the node's responses are not proven. `other`: the node has another
 * block at that height, which the indexer handles. `missing`: no block is stored.
 */
export type BlockCheckResult =
  | Readonly<{ kind: 'proven' | 'other' | 'missing' }>
  | Readonly<{ kind: 'different' | 'repaired'; differences: readonly string[] }>
  | Readonly<{ kind: 'unproven'; reason: string }>;

const CONCURRENCY = 4;
const ATTEMPTS = 3;
const BACKOFF = { firstMs: 250, maxMs: 4_000 };

/**
 * Proves stored blocks again from the node and compares their rows; stores which are proven. With `isRepairing`, blocks
 * that differ are rewritten. Throws AppError when the node cannot be reached.
 */
export async function verifyBlocks(
  source: VerifySource,
  heights: readonly number[],
  isRepairing: boolean,
): Promise<Map<number, BlockCheckResult>> {
  const proven: { number: number; hash: Buffer }[] = [];
  const results = await pMap(
    heights,
    async (height): Promise<[number, BlockCheckResult]> => {
      const stored = await findBlockHash(source.db, height);
      if (!stored) return [height, { kind: 'missing' }];
      const result = await verifyBlock(source, { height, stored, isRepairing });
      if (result.kind === 'proven') proven.push({ number: height, hash: stored });
      return [height, result];
    },
    { concurrency: CONCURRENCY },
  );
  await markProven(source.db, proven);
  return new Map(results);
}

type StoredBlock = Readonly<{ height: number; stored: Buffer; isRepairing: boolean }>;

async function verifyBlock(source: VerifySource, block: StoredBlock): Promise<BlockCheckResult> {
  const bare = await fetchProof(source, () => fetchBareBundle(source, block.height));
  const failed = classifyBlock(bare, block.stored);
  if (failed) return failed;
  if (typeof bare === 'string') return { kind: 'unproven', reason: bare };
  const differences = await listDifferences(source.db, decodeBundle(bare, source));
  if (differences.length === 0) return { kind: 'proven' };
  if (!block.isRepairing) return { kind: 'different', differences };
  const whole = await fetchProof(source, () => fetchBundle(source, block.height));
  const changed = classifyBlock(whole, block.stored);
  if (changed) return changed;
  if (typeof whole === 'string') return { kind: 'unproven', reason: whole };
  const { batch } = await prepareBatch(source, new Map(), [whole]);
  return (await rewriteBlock(source, batch)) ? { kind: 'repaired', differences } : { kind: 'other' };
}

function classifyBlock(bundle: BlockBundle | string, stored: Buffer): BlockCheckResult | undefined {
  if (typeof bundle === 'string') return { kind: 'unproven', reason: bundle };
  if (!bundle.block.hash.equals(stored)) return { kind: 'other' };
  return bundle.isProven ? undefined : { kind: 'unproven', reason: 'blocks are not proven (PROVE=off)' };
}

/** The block, or why every attempt failed to prove it. */
async function fetchProof(
  { signal }: VerifySource,
  fetch: () => Promise<BlockBundle>,
): Promise<BlockBundle | string> {
  const backoff = createBackoff(BACKOFF);
  for (;;) {
    try {
      return await fetch();
    } catch (error) {
      if (!(error instanceof AppError) || !error.retryable || signal.aborted) throw error;
      const waitMs = backoff.next();
      const isAboutBlock = error.code === 'node_answer' && !(error instanceof RpcError && error.isRateLimit);
      if (backoff.failures >= ATTEMPTS && isAboutBlock) return error.message;
      if (backoff.failures >= 2 * ATTEMPTS) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** Stores that these blocks are proven, as far as they are still stored. */
async function markProven(
  db: Database,
  blocks: readonly Readonly<{ number: number; hash: Buffer }>[],
): Promise<void> {
  if (blocks.length === 0) return;
  await runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    const ranges = await sql<{ from: number; to: number }[]>`
      with stored as (
        select number, number - row_number() over (order by number) as run
        from ${db.schema}.blocks join unnest(
          ${toArrayLiteral(blocks.map(({ number }) => number))}::bigint[],
          ${toArrayLiteral(blocks.map(({ hash }) => hash))}::bytea[]
        ) as given (number, hash) using (number, hash)
      )
      select min(number) as "from", max(number) as "to" from stored group by run`;
    for (const range of ranges) await addProvenRange(sql, db, range);
  });
}
