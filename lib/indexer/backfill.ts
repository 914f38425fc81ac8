import { pause } from '@/lib/retry';
import { listBackfill } from './backfill-ranges';
import { dropLeft, type JoinOptions, joinParts } from './join-parts';
import { withLeadership } from './leader-lock';

/**
 * How a backfill ended. `finished`: less than a range below the finalized block is left. `stopped`: aborted; the next one
 * goes on from there. `elsewhere`: another process leads the chain, and no range is left, or none was planned.
 */
export type BackfillEnd = 'finished' | 'stopped' | 'elsewhere';

/** Blocks are written by the leader of `db`; true when nothing is left. */
type BackfillWork = (own: JoinOptions) => Promise<boolean>;

const WATCH_MS = 2_000;
/** Between the last range and new ones there may be none for a moment, and a leader that froze is waited for. */
const EMPTY_TIMES = 10;
/** Between attempts to drop parts that somebody reads. */
const DROP_MS = 10_000;

/** Leads the chain, plans its ranges and joins what workers (`indexParts`) have indexed. */
export async function backfillChain(
  options: JoinOptions,
  work: BackfillWork = joinParts,
): Promise<BackfillEnd> {
  const { url, db, log } = options;
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const state = { isLeading: false, isFinished: false };
  const watch = watchOthers(options, over, state);
  try {
    await withLeadership({ url, db, log, signal }, async (leadership) => {
      state.isLeading = true;
      const own = { ...options, db: { ...db, term: leadership.term }, signal: leadership.signal };
      state.isFinished = await work(own).finally(() => {
        state.isLeading = false;
      });
    });
  } finally {
    over.abort();
    await watch;
  }
  if (!state.isFinished) return options.signal.aborted ? 'stopped' : 'elsewhere';
  // the chain is led by others meanwhile
  while (!options.signal.aborted && !(await dropLeft(options))) await pause(DROP_MS, options.signal);
  return 'finished';
}

/** Aborts `over` when another process leads and there is nothing to index; says so where that is an indexer. */
async function watchOthers(
  { db, log, signal }: JoinOptions,
  over: AbortController,
  state: Readonly<{ isLeading: boolean }>,
): Promise<void> {
  const until = AbortSignal.any([signal, over.signal]);
  let empty = 0;
  let hasSaid = false;
  while (!until.aborted) {
    await pause(WATCH_MS, until);
    try {
      const ranges = state.isLeading ? [] : await listBackfill(db);
      const isOutrun = ranges.some((range) => range.isOutrun);
      if (isOutrun && !hasSaid)
        log.warn('an indexer leads this chain and has passed ranges: stop it, and the others are joined');
      hasSaid ||= isOutrun;
      const isEmpty = ranges.every((range) => range.isOutrun);
      empty = state.isLeading || !isEmpty ? 0 : empty + 1;
      if (empty >= EMPTY_TIMES) over.abort();
    } catch (error) {
      log.debug({ error }, 'the ranges could not be read');
    }
  }
}
