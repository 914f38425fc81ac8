import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import { confirmChain, type ObservedRpc } from './chain-identity';

/**
 * A client that returns a response only after checking its endpoint's chain again, for work that stores single
 * answers: answers of another chain throw AppError `chain_mismatch`. Concurrent responses share one check.
 */
export function confirmAnswers(rpc: Rpc, db: Database): Rpc {
  const confirm = shareRounds((view: ObservedRpc) => confirmChain(db, view));
  const guard = (view: ObservedRpc): ObservedRpc => ({
    ...view,
    request: async (...request) => {
      const own = view.observe();
      try {
        return await own.request(...request);
      } finally {
        // A reverted call is a response too.
        if (own.answeredBy().length > 0) await confirm(own, own.answeredBy().join());
      }
    },
    observe: () => guard(view.observe()),
  });
  return guard(rpc.observe());
}

/** Runs `work` once for all calls of a key that come while its last run is under way; it begins after each of them. */
function shareRounds<T>(work: (subject: T) => Promise<void>): (subject: T, key: string) => Promise<void> {
  const waiting = new Map<string, Promise<void>>();
  const running = new Map<string, Promise<void>>();
  const begin = async (subject: T, key: string) => {
    await running.get(key);
    waiting.delete(key);
    const run = work(subject);
    running.set(
      key,
      run.catch(() => undefined),
    );
    return run;
  };
  return (subject, key) => {
    const queued = waiting.get(key) ?? begin(subject, key);
    waiting.set(key, queued);
    return queued;
  };
}
