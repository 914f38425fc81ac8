import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { keepRunning } from '@/lib/retry';
import { EXIT_CONFIG } from '../common/run-program';
import { stopProcess } from '../supervise/stop-process';

/** `program` is what a worker runs, with the arguments `given`. */
type Workers = Readonly<{
  count: number;
  program: string;
  given: readonly string[];
  environment: NodeJS.ProcessEnv;
  log: Logger;
  signal: AbortSignal;
}>;

const MAX_RESTARTS = 5;
const STABLE_MS = 60_000;
const GRACE_MS = 20_000;

/**
 * Runs workers until aborted, each a process of its own, and starts those again that die. Throws AppError when one of them
 * cannot run, and `config` if its configuration is why.
 */
export async function runWorkers(workers: Workers): Promise<void> {
  await Promise.all(Array.from({ length: workers.count }, (_, at) => runWorker(workers, at + 1)));
}

async function runWorker(workers: Workers, worker: number): Promise<void> {
  const { program, given, environment, log, signal } = workers;
  const isRestartable = await keepRunning({
    run: async () => {
      const child = spawn(process.execPath, [program, ...given], {
        env: environment,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Ctrl-C reaches only this process, which stops them
        detached: process.platform !== 'win32',
        windowsHide: true,
      });
      log.info({ worker, pid: child.pid }, 'started a worker');
      const stop = () => void stopProcess(child, GRACE_MS);
      signal.addEventListener('abort', stop, { once: true });
      const code = await endOf(child);
      signal.removeEventListener('abort', stop);
      if (code === EXIT_CONFIG && !signal.aborted)
        throw new AppError('config', 'A worker cannot run: see what it said.');
      return 'ended';
    },
    maxRestarts: MAX_RESTARTS,
    stableMs: STABLE_MS,
    signal,
    onRestart: (waitMs) => log.warn({ worker, waitMs }, 'a worker has died: starting it again'),
  });
  if (!isRestartable) throw new AppError('internal', `Worker ${worker} died again and again.`);
}

async function endOf(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (code) => resolve(code ?? undefined));
  });
}
