import pMap from 'p-map';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createBackoff, pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { fetchTransaction } from '@/lib/rpc/transaction';
import type { PendingCheck } from './check-pending';
import { type AnnouncedHashes, type MempoolSource, openMempoolSource } from './mempool-source';
import {
  deleteExpired,
  deletePending,
  dropPending,
  listUnseen,
  storeMempoolStatus,
  touchPending,
  writePoll,
} from './write-pending';

/**
 * `rpc` should not retry, and should abort its requests with the same `signal`. Times in ms: `pollMs` between polls;
 * transactions that no poll found for `unseenForMs` are requested by hash, and removed with `isDev`, else marked as
 * dropped, if the node does not know them. Without `check`, all are accepted.
 */
export type MempoolWatch = Readonly<{
  rpc: Rpc;
  db: Database;
  log: Logger;
  signal: AbortSignal;
  check?: PendingCheck | undefined;
  pollMs?: number;
  unseenForMs?: number;
  isDev?: boolean | undefined;
}>;

const POLL_MS = 2_000;
const UNSEEN_FOR_MS = 60_000;
/** Polling takes at most 1/10 of the time. */
const POLL_SHARE = 10;
const RETRY_MS = 10 * 60_000;
const MAX_BACKOFF_MS = 60_000;
const FORGET_EVERY_MS = 60_000;
/** Unseen transactions that one round requests. */
const MAX_REQUESTED = 50;

type MempoolState = {
  source: MempoolSource | undefined;
  announced: AnnouncedHashes;
  polledAt: number;
  forgotAt: number;
};

/**
 * Follows the node's mempool until aborted: stores pending transactions and marks dropped ones; the block writer
 * removes mined ones. Never throws: a node without a mempool is logged once and tried again now and then, failures are
 * logged once and retried with backoff.
 */
export async function watchMempool(watch: MempoolWatch): Promise<void> {
  const { signal, log, pollMs = POLL_MS } = watch;
  const state: MempoolState = { source: undefined, announced: [], polledAt: 0, forgotAt: 0 };
  const say = createReporter(log);
  const backoff = createBackoff({ firstMs: 2 * pollMs, maxMs: MAX_BACKOFF_MS });
  while (!signal.aborted) {
    const begunAt = Date.now();
    try {
      const source = state.source ?? (await openSource(watch, state));
      say.opened(source?.kind ?? 'none');
      if (source) await pollOnce(watch, { source, state, begunAt });
      backoff.reset();
      const tookMs = Date.now() - begunAt;
      await pause(source ? Math.max(pollMs, POLL_SHARE * tookMs) : RETRY_MS, signal);
    } catch (error) {
      if (signal.aborted) break;
      state.source = undefined;
      if (backoff.failures === 0) log.warn({ error }, 'could not read the mempool; retrying');
      await pause(backoff.next(), signal);
    }
  }
}

async function openSource(
  { rpc, db }: MempoolWatch,
  state: MempoolState,
): Promise<MempoolSource | undefined> {
  state.source = await openMempoolSource(rpc, state.announced);
  state.polledAt = 0;
  if (!state.source) await storeMempoolStatus(db, 'none', Date.now());
  return state.source;
}

/** The first poll cannot know how long transactions have been pending: they count as seen since it began. */
async function pollOnce(
  watch: MempoolWatch,
  { source, state, begunAt }: { source: MempoolSource; state: MempoolState; begunAt: number },
): Promise<void> {
  const { db, check } = watch;
  const lookedBefore = state.polledAt === 0 ? begunAt : state.polledAt;
  await source.poll(lookedBefore, (found) => writePoll(db, { ...found, seenAt: Date.now() }, check));
  state.polledAt = begunAt;
  await requestUnseen(watch);
  if (begunAt - state.forgotAt > FORGET_EVERY_MS) {
    await deleteExpired(db, begunAt);
    state.forgotAt = begunAt;
  }
  await storeMempoolStatus(db, source.kind, Date.now());
}

/**
 * No poll shows everything: transactions not seen for a while are requested, and dropped if the node does not know
 * them.
 */
async function requestUnseen({ rpc, db, unseenForMs = UNSEEN_FOR_MS, isDev }: MempoolWatch): Promise<void> {
  const requestedAt = Date.now();
  const before = requestedAt - unseenForMs;
  const unseen = await listUnseen(db, before, MAX_REQUESTED);
  const answers = await pMap(
    unseen,
    async (hash) => ({
      hash,
      isKnown: await isKnownTo(rpc, hash),
    }),
    { concurrency: MAX_REQUESTED },
  );
  const hashesOf = (isKnown: boolean) =>
    answers.filter((answer) => answer.isKnown === isKnown).map(({ hash }) => hash);
  await touchPending(db, hashesOf(true), requestedAt);
  if (isDev) await deletePending(db, hashesOf(false), before);
  else await dropPending(db, hashesOf(false), { leftAt: requestedAt, before });
}

/** True also when the node returns an error or a malformed response. */
async function isKnownTo(rpc: Rpc, hash: Buffer): Promise<boolean> {
  try {
    return (await fetchTransaction(rpc, hash)) !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'node_answer') return true;
    throw error;
  }
}

/** Logs when the source of the mempool changes. */
function createReporter(log: Logger): { opened(kind: MempoolSource['kind'] | 'none'): void } {
  let said: string | undefined;
  return {
    opened: (kind) => {
      if (kind === said) return;
      said = kind;
      if (kind === 'none')
        log.info('the node does not expose its mempool: transactions appear once they are in a block');
      else log.info({ source: kind }, 'following the mempool');
    },
  };
}
