import { setTimeout as delay } from 'node:timers/promises';
import type { ResolvedChain } from '@/bin/common/resolve-chains';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import { listTransactions } from '@/lib/api/transaction/query';
import { isDatabaseAway } from '@/lib/db/database-away';
import type { Database, OpenChain } from '@/lib/db/open-database';
import { untilDatabase } from '@/lib/db/until-database';

/** `tip` is null if nothing is indexed; `target` is null until the node was queried. */
export type IndexProgress = Readonly<{ chain: ResolvedChain; tip: number | null; target: number | null }>;

const POLL_MS = 250;
const REPORT_EVERY_MS = 10_000;
const NEWEST = 50;

/** Waits for a database that restarts meanwhile. */
async function readProgress(
  openChain: OpenChain,
  chains: readonly ResolvedChain[],
  signal: AbortSignal,
): Promise<IndexProgress[]> {
  return untilDatabase(() => readTips(openChain, chains), { isAway: isDatabaseAway, signal });
}

async function readTips(openChain: OpenChain, chains: readonly ResolvedChain[]): Promise<IndexProgress[]> {
  return Promise.all(
    chains.map(async (chain) => {
      const state = await findIndexerState(openChain(chain.chainId));
      const head = state?.remote_head ?? null;
      const target = head === null ? null : Math.min(head, chain.endBlock ?? head);
      return { chain, tip: state?.tip_number ?? null, target };
    }),
  );
}

/** True if the index has reached its target. */
export function isCaughtUp({ tip, target }: IndexProgress): boolean {
  return tip !== null && target !== null && tip >= target;
}

/** For example `Demo: block 120 of 340`. */
export function describeProgress({ chain, tip, target }: IndexProgress): string {
  if (tip === null) return `${chain.name}: waiting for the first block`;
  return `${chain.name}: block ${tip}${target === null ? '' : ` of ${target}`}`;
}

/** Polls until `isEnough` holds for every chain or `timeoutMs` passes; `onPoll` receives each poll's result. */
export async function untilIndexed(options: {
  openChain: OpenChain;
  chains: readonly ResolvedChain[];
  isEnough: (progress: IndexProgress) => boolean;
  onPoll: (all: readonly IndexProgress[]) => void;
  timeoutMs: number;
  signal: AbortSignal;
}): Promise<readonly IndexProgress[]> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    const all = await readProgress(options.openChain, options.chains, options.signal);
    options.onPoll(all);
    if (all.every(options.isEnough) || Date.now() > deadline) return all;
    await delay(POLL_MS, undefined, { signal: options.signal });
  }
}

/** Prints progress every ten seconds until all chains have caught up or the signal aborts. */
export async function reportUntilCaughtUp(options: {
  openChain: OpenChain;
  chains: readonly ResolvedChain[];
  say: (line: string) => void;
  signal: AbortSignal;
}): Promise<void> {
  let behind = options.chains;
  let before = new Map<number, number>();
  while (behind.length > 0) {
    const all = await readProgress(options.openChain, behind, options.signal);
    for (const progress of all) options.say(describeStep(progress, before.get(progress.chain.chainId)));
    before = new Map(all.flatMap(({ chain, tip }) => (tip === null ? [] : [[chain.chainId, tip]])));
    behind = all.filter((progress) => !isCaughtUp(progress)).map(({ chain }) => chain);
    await delay(REPORT_EVERY_MS, undefined, { signal: options.signal });
  }
}

function describeStep(progress: IndexProgress, before: number | undefined): string {
  const line = describeProgress(progress);
  if (isCaughtUp(progress)) return `${line}, caught up`;
  if (before === undefined || progress.tip === null) return line;
  return `${line}, ${Math.round(((progress.tip - before) * 1000) / REPORT_EVERY_MS)} blocks/s`;
}

/** The most interesting of the latest transactions; undefined if there is none. */
export async function findShowcase(db: Database): Promise<Buffer | undefined> {
  const list = () => listTransactions(db, { before: undefined, limit: NEWEST });
  const newest = await untilDatabase(list, { isAway: isDatabaseAway });
  const [busiest] = newest.toSorted((a, b) => b.logs_count - a.logs_count);
  return busiest?.hash;
}
