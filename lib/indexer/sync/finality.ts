import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlockHash, fetchBlockLink } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import { findBlockHash, type Tip } from './state';

/** Depth below the indexed tip at which blocks count as finalized if the node has no `finalized` tag. */
const FINALIZED_DEPTH = 64;
/** Timeout for the finalized block of another endpoint. */
const OTHERS_MS = 2_000;

/** The highest stored block that was ever seen finalized; undefined while there is none. */
export async function readFinalized({ sql, schema }: Database): Promise<number | undefined> {
  const [row] = await sql<{ finalized_block: number | null }[]>`
    select finalized_block from ${schema}.indexer_state`;
  return row?.finalized_block ?? undefined;
}

/**
 * The highest stored block that is finalized according to the node: its `finalized` block, or one below it, with the
 * hash that is stored. A higher one than before must be confirmed by every endpoint that responds: finality never moves
 * back. Undefined when there is none or the node has another block there.
 */
export async function findFinalized(
  { rpc, db }: Readonly<{ rpc: Rpc; db: Database }>,
  { tip, head }: Readonly<{ tip: NonNullable<Tip>; head: number }>,
): Promise<number | undefined> {
  const finalized = (await fetchFinalized(rpc)) ?? (await fetchDeep(rpc, tip));
  if (!finalized || finalized.number > head) return undefined;
  const known = await readFinalized(db);
  if (known !== undefined && finalized.number <= known) return undefined;
  const height = Math.min(finalized.number, tip.number, await fetchLowestFinalized(rpc));
  const [hash, stored] = await Promise.all([
    height === finalized.number ? finalized.hash : fetchBlockHash(rpc, height),
    findBlockHash(db, height),
  ]);
  return hash && stored?.equals(hash) ? height : undefined;
}

type FinalizedBlock = Readonly<{ number: number; hash: Buffer }>;

async function fetchFinalized(rpc: Rpc): Promise<FinalizedBlock | undefined> {
  try {
    return await fetchBlockLink(rpc, 'finalized');
  } catch (error) {
    const isUnknown = error instanceof RpcError && !error.isRateLimit;
    if (isUnknown || (error instanceof AppError && error.code === 'node_answer')) return undefined;
    throw error;
  }
}

/** The lowest finalized height of all endpoints; infinite when none responds. */
async function fetchLowestFinalized({ endpoints }: Rpc): Promise<number> {
  if (endpoints.length < 2) return Number.POSITIVE_INFINITY;
  const heights = await Promise.all(
    endpoints.map(async (endpoint) => {
      const request = fetchFinalized(endpoint).catch(() => undefined);
      const finalized = await Promise.race([request, delay(OTHERS_MS, undefined, { ref: false })]);
      return finalized?.number ?? Number.POSITIVE_INFINITY;
    }),
  );
  return Math.min(...heights);
}

/** Below the tip, not below the head that the node claims: that may be any number. */
async function fetchDeep(rpc: Rpc, tip: NonNullable<Tip>): Promise<FinalizedBlock | undefined> {
  const number = tip.number - FINALIZED_DEPTH;
  const hash = number < 0 ? undefined : await fetchBlockHash(rpc, number);
  return hash && { number, hash };
}
