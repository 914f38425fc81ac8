import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { createPoolFilter, fetchPendingBlock, fetchPoolContent, fetchPoolFilter } from '@/lib/rpc/pool';
import { fetchTransaction, type SignedTransaction } from '@/lib/rpc/transaction';
import { mapConcurrent } from './map-concurrent';

/** The ways a node may show what waits in its pool: all of it, what enters it, or the block it is making. */
export type PoolSourceKind = 'content' | 'filter' | 'block';

/** A pool that can be looked into. A look of `filter` gives what is new, the others all they show. */
export type PoolSource = Readonly<{ kind: PoolSourceKind; look(): Promise<readonly SignedTransaction[]> }>;

/** Transactions that one look asks for by their hashes, and how many at the same time. */
const MOST_ASKED = 1_000;
const CONCURRENCY = 50;

/**
 * The first way that works, tried by looking; undefined when the node refuses all of them. Throws AppError
 * `node_unreachable` when none works and the node could not be asked for some.
 */
export async function openPoolSource(rpc: Rpc): Promise<PoolSource | undefined> {
  let unreachable: AppError | undefined;
  for (const open of [openContent, openFilter, openBlock]) {
    try {
      const source = await open(rpc);
      if (source) return source;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'node_unreachable') unreachable ??= error;
    }
  }
  if (unreachable) throw unreachable;
  return undefined;
}

async function openContent(rpc: Rpc): Promise<PoolSource> {
  await fetchPoolContent(rpc);
  return { kind: 'content', look: () => fetchPoolContent(rpc) };
}

async function openFilter(rpc: Rpc): Promise<PoolSource> {
  const id = await createPoolFilter(rpc);
  await fetchPoolFilter(rpc, id);
  return { kind: 'filter', look: () => lookThroughFilter(rpc, id) };
}

async function lookThroughFilter(rpc: Rpc, id: string): Promise<SignedTransaction[]> {
  const hashes = (await fetchPoolFilter(rpc, id)).slice(0, MOST_ASKED);
  const found = await mapConcurrent(hashes, CONCURRENCY, (hash) => fetchReadable(rpc, hash));
  return found.flatMap((known) => (known?.blockHash === null ? [known.transaction] : []));
}

/** One transaction that cannot be read does not hide the others. */
async function fetchReadable(rpc: Rpc, hash: Buffer) {
  try {
    return await fetchTransaction(rpc, hash);
  } catch (error) {
    if (error instanceof AppError && error.code === 'node_answer') return undefined;
    throw error;
  }
}

async function openBlock(rpc: Rpc): Promise<PoolSource | undefined> {
  const look = () => fetchPendingBlock(rpc);
  if ((await look()) === undefined) return undefined;
  return { kind: 'block', look: async () => (await look()) ?? [] };
}
