import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { fetchTransaction } from '@/lib/rpc/transaction';
import { mapConcurrent } from './map-concurrent';
import { type Announced, openPoolSource, type PoolSource } from './pool-source';
import { dropPending, forgetLeft, listUnseen, notePool, touchPending, writeLook } from './write-pending';

/**
 * What the watcher needs. `rpc` should not retry and end its requests with the same `signal`. Times in ms:
 * `lookEveryMs` between two looks, `unseenForMs` after which a transaction that no look found is asked for.
 */
export type PoolWatch = Readonly<{
  rpc: Rpc;
  db: Database;
  log: Logger;
  signal: AbortSignal;
  lookEveryMs?: number;
  unseenForMs?: number;
}>;

const LOOK_EVERY_MS = 2_000;
const UNSEEN_FOR_MS = 60_000;
/** Looking takes at most one part in so many of the time. */
const LOOK_SHARE = 10;
const ASK_AGAIN_MS = 10 * 60_000;
const LONGEST_BACKOFF_MS = 60_000;
const FORGET_EVERY_MS = 60_000;
/** Unseen transactions that one round asks for. */
const MOST_ASKED = 50;

type Watching = {
  source: PoolSource | undefined;
  announced: Announced;
  lookedAt: number;
  forgotAt: number;
  failures: number;
};

/**
 * Follows the node's pool until aborted: stores what waits in it and notes what leaves it unmined. What is mined is
 * taken out by the writer of blocks. Never throws: a node without a pool is said once and asked again now and then,
 * failures are logged once and tried again, less and less often.
 */
export async function watchPool(watch: PoolWatch): Promise<void> {
  const { signal, log, lookEveryMs = LOOK_EVERY_MS } = watch;
  const state: Watching = { source: undefined, announced: [], lookedAt: 0, forgotAt: 0, failures: 0 };
  const say = createSayings(log);
  while (!signal.aborted) {
    const begunAt = Date.now();
    try {
      const source = state.source ?? (await openSource(watch, state));
      say.opened(source?.kind ?? 'none');
      if (source) await lookOnce(watch, { source, state, begunAt });
      state.failures = 0;
      const tookMs = Date.now() - begunAt;
      await pause(source ? Math.max(lookEveryMs, LOOK_SHARE * tookMs) : ASK_AGAIN_MS, signal);
    } catch (error) {
      if (signal.aborted) break;
      state.source = undefined;
      state.failures += 1;
      if (state.failures === 1) log.warn({ error }, 'the pool could not be looked at; trying again');
      await pause(Math.min(lookEveryMs * 2 ** state.failures, LONGEST_BACKOFF_MS), signal);
    }
  }
}

async function openSource({ rpc, db }: PoolWatch, state: Watching): Promise<PoolSource | undefined> {
  state.source = await openPoolSource(rpc, state.announced);
  state.lookedAt = 0;
  if (!state.source) await notePool(db, 'none', Date.now());
  return state.source;
}

/** What the first look finds may have waited for long: it is known to have been there since the look began. */
async function lookOnce(
  watch: PoolWatch,
  { source, state, begunAt }: { source: PoolSource; state: Watching; begunAt: number },
): Promise<void> {
  const { db } = watch;
  const lookedBefore = state.lookedAt === 0 ? begunAt : state.lookedAt;
  await source.look(lookedBefore, (found) => writeLook(db, { ...found, seenAt: Date.now() }));
  state.lookedAt = begunAt;
  await askForUnseen(watch);
  if (begunAt - state.forgotAt > FORGET_EVERY_MS) {
    await forgetLeft(db, begunAt);
    state.forgotAt = begunAt;
  }
  await notePool(db, source.kind, Date.now());
}

/** No look shows everything: what was not seen for a while is asked for, and has left if the node does not know it. */
async function askForUnseen({ rpc, db, unseenForMs = UNSEEN_FOR_MS }: PoolWatch): Promise<void> {
  const askedAt = Date.now();
  const before = askedAt - unseenForMs;
  const unseen = await listUnseen(db, before, MOST_ASKED);
  const answers = await mapConcurrent(unseen, MOST_ASKED, async (hash) => ({
    hash,
    isKnown: await isKnownTo(rpc, hash),
  }));
  const hashesOf = (isKnown: boolean) =>
    answers.filter((answer) => answer.isKnown === isKnown).map(({ hash }) => hash);
  await touchPending(db, hashesOf(true), askedAt);
  await dropPending(db, hashesOf(false), { leftAt: askedAt, before });
}

/** A node that refuses or answers nonsense has not said that it does not know the transaction. */
async function isKnownTo(rpc: Rpc, hash: Buffer): Promise<boolean> {
  try {
    return (await fetchTransaction(rpc, hash)) !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'node_answer') return true;
    throw error;
  }
}

/** Says how the pool is followed when that changes. */
function createSayings(log: Logger): { opened(kind: PoolSource['kind'] | 'none'): void } {
  let said: string | undefined;
  return {
    opened: (kind) => {
      if (kind === said) return;
      said = kind;
      if (kind === 'none') log.info('the node does not show its pool: transactions appear with their blocks');
      else log.info({ source: kind }, 'following the pool');
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
