import { fetchHead } from '@/lib/rpc/methods';
import { confirmChain, type ObservedRpc } from './chain-identity';
import type { IndexContext, Progress } from './converge';
import { findFinalized } from './finality';
import { storeNodeState, type Tip } from './state';

/** How long a head above the tip is used before it is fetched again. */
const HEAD_FRESH_MS = 5_000;

/**
 * The node's head: fetched when nothing is known above the tip, and every few seconds during a backfill. Blocks above the tip
 * do not wait until it is confirmed and stored: their own responses are confirmed before they are written. The first ones do, as
 * codes are read at the stored head: a node may have no older state.
 *
 * @throws what the refresh begun by an earlier step failed with
 */
export async function refreshHead(context: IndexContext, progress: Progress, tip: Tip): Promise<number> {
  const { head: known, headFetchedAt, refresh } = progress;
  const reached = tip?.number ?? context.firstBlock - 1;
  const isAhead = known !== undefined && known > reached;
  if (!isAhead) await refresh?.done;
  if (refresh?.failure) throw refresh.failure.error;
  if (isAhead) {
    const isStale = !refresh && performance.now() - headFetchedAt >= HEAD_FRESH_MS;
    if (isStale) startRefresh(progress, fetchAndStore(context, progress, tip));
    return known;
  }
  const { head, stored } = await fetchNodeHead(context, progress, tip);
  if (tip && head > reached) startRefresh(progress, stored);
  else await stored;
  return head;
}

function startRefresh(progress: Progress, stored: Promise<void>): void {
  const done = stored.then(
    () => {
      progress.refresh = undefined;
    },
    (error: unknown) => {
      refresh.failure = { error };
    },
  );
  const refresh: NonNullable<Progress['refresh']> = { done };
  progress.refresh = refresh;
}

async function fetchAndStore(context: IndexContext, progress: Progress, tip: Tip): Promise<void> {
  const { stored } = await fetchNodeHead(context, progress, tip);
  await stored;
}

/** Fetches the head; `stored` resolves once that and what is finalized are confirmed and stored. */
async function fetchNodeHead(context: IndexContext, progress: Progress, tip: Tip) {
  const rpc = context.rpc.observe();
  const head = await fetchHead(rpc);
  progress.head = head;
  progress.headFetchedAt = performance.now();
  const seen = [head, tip?.hash.toString('hex'), context.tracing.method].join();
  if (seen === progress.storedState) return { head, stored: Promise.resolve() };
  const stored = storeHead({ ...context, rpc }, { tip, head }).then(() => {
    progress.storedState = seen;
  });
  return { head, stored };
}

/** Stores the head, what is finalized and what the index follows, once the endpoints that responded in `rpc` are of this chain. */
async function storeHead(
  { rpc, db, tracing, endBlock }: Pick<IndexContext, 'db' | 'tracing' | 'endBlock'> & { rpc: ObservedRpc },
  { tip, head }: Readonly<{ tip: Tip; head: number }>,
): Promise<void> {
  const finalized = tip && (await findFinalized({ rpc, db }, { tip, head }));
  await confirmChain(db, rpc);
  await storeNodeState(db, {
    remoteHead: head,
    hasTraces: tracing.method !== null,
    endBlock: endBlock ?? null,
    finalized: finalized ?? null,
  });
}
