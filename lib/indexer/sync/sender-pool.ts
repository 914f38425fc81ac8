import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Tinypool } from 'tinypool';
import type { SenderRecovery } from '@/lib/proof/senders';

/** Recovers senders in worker threads, until `close`. */
export type SenderPool = Readonly<{ recover: SenderRecovery; close(): Promise<void> }>;

/** More than the main thread can feed. */
const MAX_THREADS = 4;
/** The program of a thread, built from bin/recover-worker.ts into the folder of the program that starts it. */
const WORKER = './recover-worker.mjs';

/** Starts the threads. */
export function openSenderPool(): SenderPool {
  const threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));
  const pool = new Tinypool({
    filename: fileURLToPath(new URL(WORKER, import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 1,
    maxThreads: threads,
  });
  return {
    recover: (packed) => pool.run(packed),
    close: () => pool.destroy(),
  };
}
