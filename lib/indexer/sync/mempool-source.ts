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

/** How a node exposes its mempool: all of it, new hashes through a filter, or its pending block. */
export type MempoolSourceKind = 'content' | 'filter' | 'block';

/** Transactions of a poll, and when the last poll without them began (Unix ms). */
export type PollResult = Readonly<{ transactions: readonly SignedTransaction[]; lookedBefore: number }>;

/** Stores a result; returns the hashes above the limit. */
type StorePollResult = (found: PollResult) => Promise<readonly Buffer[]>;

/**
 * A mempool that can be polled; `lookedBefore` is when the previous poll began. `filter` finds new transactions and
 * leftovers of earlier polls; the others find all that the node exposes.
 */
export type MempoolSource = Readonly<{
  kind: MempoolSourceKind;
  poll(lookedBefore: number, store: StorePollResult): Promise<void>;
}>;

/** Hashes from filters, which return each only once, by poll; removed once stored. */
export type AnnouncedHashes = { hashes: readonly Buffer[]; lookedBefore: number; tries: number }[];

/** Transactions that one poll requests by hash, in parallel, and stored at once. */
const MAX_REQUESTED = 1_000;
const CONCURRENCY = 50;
const PER_STORE = 250;
/** Above this many announced hashes, new ones are ignored. */
const MAX_ANNOUNCED = 10_000;
/** Hashes whose requests fail this often are dropped. */
const MAX_TRIES = 3;

/**
 * The first source that works, tested by polling; undefined when the node refuses all of them. Hashes from filters go
 * to `announced`, which outlives the source. Throws AppError `node_unreachable` when none works and the node was out
 * of reach for some, `chain_mismatch` when another chain answers.
 */
export async function openMempoolSource(
  rpc: Rpc,
  announced: AnnouncedHashes,
): Promise<MempoolSource | undefined> {
  let unreachable: AppError | undefined;
  for (const open of [openContent, openFilter, openBlock]) {
    try {
      const source = await open(rpc, announced);
      if (source) return source;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'chain_mismatch') throw error;
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

async function openFilter(rpc: Rpc, announced: AnnouncedHashes): Promise<MempoolSource> {
  const id = await createMempoolFilter(rpc);
  await fetchMempoolFilter(rpc, id);
  return {
    kind: 'filter',
    poll: async (lookedBefore, store) => {
      const hashes = await fetchMempoolFilter(rpc, id);
      const backlog = announced.reduce((sum, one) => sum + one.hashes.length, 0);
      const taken = hashes.slice(0, Math.max(0, MAX_ANNOUNCED - backlog));
      for (let at = 0; at < taken.length; at += PER_STORE)
        announced.push({ hashes: taken.slice(at, at + PER_STORE), lookedBefore, tries: 0 });
      await takeAnnounced(rpc, announced, store);
    },
  };
}

/** Stores announced transactions, oldest first, up to the limit of a poll. */
async function takeAnnounced(rpc: Rpc, announced: AnnouncedHashes, store: StorePollResult): Promise<void> {
  let requested = 0;
  for (let first = announced[0]; first && requested < MAX_REQUESTED; first = announced[0]) {
    const { hashes, lookedBefore } = first;
    requested += hashes.length;
    first.tries += 1;
    if (first.tries === MAX_TRIES) announced.shift();
    const found = await pMap(hashes, (hash) => fetchReadable(rpc, hash), { concurrency: CONCURRENCY });
    const transactions = found.flatMap((known) => (known?.blockHash === null ? [known.transaction] : []));
    const left = await store({ transactions, lookedBefore });
    if (announced[0] === first) announced.shift();
    if (left.length > 0) announced.unshift({ hashes: left, lookedBefore, tries: 0 });
  }
}

/** Undefined for a malformed response, so that one transaction does not hide the others. */
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
