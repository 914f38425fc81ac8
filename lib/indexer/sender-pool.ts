import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import type { SenderRecovery } from '@/lib/proof/senders';

/** Recovers senders in worker threads, until `close`. */
export type SenderPool = Readonly<{ recover: SenderRecovery; close(): Promise<void> }>;

/** More than the main thread can feed. */
const MAX_THREADS = 4;

/** Starts the threads, whose program is `worker`, a file that exports `recoverSenders`. */
export function openSenderPool(worker: string): SenderPool {
  const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const pool = new Tinypool({
    filename: worker,
    runtime: 'worker_threads',
    minThreads: 1,
    maxThreads: threads,
  });
  return {
    recover: (packed) => pool.run(packed),
    close: () => pool.destroy(),
  };
}
