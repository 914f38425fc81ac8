import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import { fetchHead } from '@/lib/rpc/methods';
import { confirmChain, type ObservedRpc } from './chain-identity';
import type { Tracing } from './fetch-block';
import { findFinalized } from './finality';
import { storeNodeState, type Tip } from './state';

type HeadContext = Readonly<{
  rpc: Rpc;
  db: Database;
  firstBlock: number;
  endBlock: number | undefined;
  tracing: Tracing;
}>;

/** What is known of the node's head; losing it costs only time. */
export type HeadProgress = {
  head: number | undefined;
  headFetchedAt: number;
  /** The node state stored last. */
  storedState: string;
  /** The head is being fetched while blocks are indexed, or that failed. */
  refresh?: { done: Promise<void>; failure?: { error: unknown } } | undefined;
};

const HEAD_FRESH_MS = 5_000;

/** The node's head, and when what it says is confirmed and stored, before anything else may be. Rejects with AppError. */
export type FoundHead = Readonly<{ head: number; stored: Promise<void> }>;

/**
 * The node's head: fetched when nothing is known above the tip, and every few seconds during a backfill, which does not wait
 * for it. Throws AppError.
 */
export async function refreshHead(
  context: HeadContext,
  progress: HeadProgress,
  tip: Tip,
): Promise<FoundHead> {
  const { head, headFetchedAt, refresh } = progress;
  const reached = tip?.number ?? context.firstBlock - 1;
  if (head === undefined || head <= reached) {
    await refresh?.done;
    const fetched = startRefresh(context, progress, tip);
    return { head: await fetched.head, stored: fetched.stored };
  }
  if (refresh?.failure) throw refresh.failure.error;
  if (!refresh && performance.now() - headFetchedAt >= HEAD_FRESH_MS) startRefresh(context, progress, tip);
  return { head, stored: Promise.resolve() };
}

/** Fetches the head and what is finalized, and stores them. */
function startRefresh(context: HeadContext, progress: HeadProgress, tip: Tip) {
  const view = context.rpc.observe();
  const head = fetchHead(view);
  const stored = head.then((remoteHead) => storeHead(context, progress, { view, tip, remoteHead }));
  const done = stored.then(
    () => {
      progress.refresh = undefined;
    },
    (error: unknown) => {
      refresh.failure = { error };
    },
  );
  const refresh: NonNullable<HeadProgress['refresh']> = { done };
  progress.refresh = refresh;
  return { head, stored };
}

async function storeHead(
  { db, tracing, endBlock }: HeadContext,
  progress: HeadProgress,
  { view, tip, remoteHead }: { view: ObservedRpc; tip: Tip; remoteHead: number },
): Promise<void> {
  const seen = [remoteHead, tip?.hash.toString('hex'), tracing.method].join();
  if (seen !== progress.storedState) {
    const finalized = tip && (await findFinalized({ rpc: view, db }, { tip, head: remoteHead }));
    await confirmChain(db, view);
    const hasTraces = tracing.method !== null;
    await storeNodeState(db, {
      remoteHead,
      hasTraces,
      endBlock: endBlock ?? null,
      finalized: finalized ?? null,
    });
    progress.storedState = seen;
  }
  progress.head = remoteHead;
  progress.headFetchedAt = performance.now();
}
