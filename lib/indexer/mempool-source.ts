import pMap from 'p-map';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import {
  createMempoolFilter,
  fetchMempoolContent,
  fetchMempoolFilter,
  fetchPendingBlock,
} from '@/lib/rpc/mempool';
import { fetchTransaction, type SignedTransaction } from '@/lib/rpc/transaction';

/** The ways a node may show what waits in its pool: all of it, what enters it, or the block it is making. */
export type MempoolSourceKind = 'content' | 'filter' | 'block';

/** What a look found, and when the last look began that did not find it (Unix milliseconds). */
export type Found = Readonly<{ transactions: readonly SignedTransaction[]; lookedBefore: number }>;

/** Stores what was found, and gives the hashes of those for which there was no time. */
type StoreFound = (found: Found) => Promise<readonly Buffer[]>;

/**
 * A pool that can be looked into; `lookedBefore` is when the look before this one began. A look of `filter` finds what
 * is new, and what earlier looks had no time for; the others find all they show.
 */
export type MempoolSource = Readonly<{
  kind: MempoolSourceKind;
  poll(lookedBefore: number, store: StoreFound): Promise<void>;
}>;

/** Hashes that filters gave, which give each only once, by the look that got them; stored ones are taken out. */
export type Announced = { hashes: readonly Buffer[]; lookedBefore: number; tries: number }[];

/** Transactions that one look asks for by their hashes, how many at the same time, and how many are stored at once. */
const MAX_ASKED = 1_000;
const CONCURRENCY = 50;
const PER_STORE = 250;
/** Announced ones that wait for their turn: beyond it no new ones are taken. */
const MAX_ANNOUNCED = 10_000;
/** What the node fails at so often is given up. */
const MAX_TRIES = 3;

/**
 * The first way that works, tried by looking; undefined when the node refuses all of them. What filters announce is
 * kept in `announced`, for a source that is opened later too. Throws AppError `node_unreachable` when none works and
 * the node could not be asked for some.
 */
export async function openMempoolSource(rpc: Rpc, announced: Announced): Promise<MempoolSource | undefined> {
  let unreachable: AppError | undefined;
  for (const open of [openContent, openFilter, openBlock]) {
    try {
      const source = await open(rpc, announced);
      if (source) return source;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'node_unreachable') unreachable ??= error;
    }
  }
  if (unreachable) throw unreachable;
  return undefined;
}

async function openContent(rpc: Rpc): Promise<MempoolSource> {
  await fetchMempoolContent(rpc);
  return pollAll('content', () => fetchMempoolContent(rpc));
}

function pollAll(
  kind: MempoolSourceKind,
  fetchAll: () => Promise<readonly SignedTransaction[]>,
): MempoolSource {
  return {
    kind,
    poll: async (lookedBefore, store) => {
      await store({ transactions: await fetchAll(), lookedBefore });
    },
  };
}

async function openFilter(rpc: Rpc, announced: Announced): Promise<MempoolSource> {
  const id = await createMempoolFilter(rpc);
  await fetchMempoolFilter(rpc, id);
  return {
    kind: 'filter',
    poll: async (lookedBefore, store) => {
      const hashes = await fetchMempoolFilter(rpc, id);
      const waiting = announced.reduce((sum, one) => sum + one.hashes.length, 0);
      const taken = hashes.slice(0, Math.max(0, MAX_ANNOUNCED - waiting));
      for (let at = 0; at < taken.length; at += PER_STORE)
        announced.push({ hashes: taken.slice(at, at + PER_STORE), lookedBefore, tries: 0 });
      await takeAnnounced(rpc, announced, store);
    },
  };
}

/** Takes out what was stored, the oldest first, and no more than one look may ask for. */
async function takeAnnounced(rpc: Rpc, announced: Announced, store: StoreFound): Promise<void> {
  let asked = 0;
  for (let first = announced[0]; first && asked < MAX_ASKED; first = announced[0]) {
    const { hashes, lookedBefore } = first;
    asked += hashes.length;
    first.tries += 1;
    if (first.tries === MAX_TRIES) announced.shift();
    const found = await pMap(hashes, (hash) => fetchReadable(rpc, hash), { concurrency: CONCURRENCY });
    const transactions = found.flatMap((known) => (known?.blockHash === null ? [known.transaction] : []));
    const left = await store({ transactions, lookedBefore });
    if (announced[0] === first) announced.shift();
    if (left.length > 0) announced.unshift({ hashes: left, lookedBefore, tries: 0 });
  }
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

async function openBlock(rpc: Rpc): Promise<MempoolSource | undefined> {
  const poll = () => fetchPendingBlock(rpc);
  if ((await poll()) === undefined) return undefined;
  return pollAll('block', async () => (await poll()) ?? []);
}
