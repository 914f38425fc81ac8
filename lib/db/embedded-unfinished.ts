import { spawn } from 'node:child_process';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, codeOf } from '@/lib/errors';
import { CLUSTER, waitForExit } from './embedded-account';
import { findProcessesOn } from './embedded-postmaster';

const PREFIX = `${CLUSTER}.new-`;
const END_TIMEOUT_MS = 60_000;
const NAME_TIMEOUT_MS = 5_000;
const POLL_MS = 100;
/** Retries of a removal: children of a process that just ended may still write. */
const RETRIES = { maxRetries: 10, retryDelay: 50 };

/** Temporary path of a data directory, next to its final one in an account's home. */
export function unfinishedIn(home: string): string {
  return join(home, `${PREFIX}${process.pid}`);
}

/**
 * Marks a data directory as in use while no PostgreSQL process runs on it, by a process that ends with this one.
 * Returns a function that ends it.
 */
export function holdUnfinished(folder: string): () => Promise<void> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()', '--', '-D', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  const ended = waitForExit(child);
  return async () => {
    child.stdin.destroy();
    await ended;
  };
}

/**
 * Removes folders of killed setups and restores in an account's home, and ends processes that still use them. Waits for
 * those of a running setup to finish and rename its folder. Throws AppError `database` when that takes too long,
 * `config` when the folder is not ours.
 */
export async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(home, name);
    await endPrograms(folder, Number(name.slice(PREFIX.length)));
    await rm(folder, { recursive: true, force: true, ...RETRIES }).catch((cause: unknown) => {
      throw new AppError('config', `${folder}, which a start has left, cannot be removed: remove it.`, {
        cause,
      });
    });
  }
}

async function endPrograms(folder: string, creator: number): Promise<void> {
  const deadline = Date.now() + END_TIMEOUT_MS;
  for (let isMade = false; ; ) {
    const programs = findProcessesOn(folder);
    if (programs.length === 0) return isMade ? untilNamed(folder) : undefined;
    if (Date.now() > deadline)
      throw new AppError(
        'database',
        `Processes ${programs} still work in ${folder}: end them, then start again.`,
      );
    // in a container every start may have the same process id
    isMade = creator !== process.pid && send(creator, 0);
    if (!isMade) for (const pid of programs) send(pid, 'SIGINT');
    await delay(POLL_MS);
  }
}

async function untilNamed(folder: string): Promise<void> {
  const deadline = Date.now() + NAME_TIMEOUT_MS;
  const isThere = () =>
    stat(folder).then(
      () => true,
      () => false,
    );
  while (Date.now() < deadline && (await isThere())) await delay(POLL_MS);
}

/** False when there is no such process. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
