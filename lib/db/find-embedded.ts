import { readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, codeOf } from '@/lib/errors';
import { CLUSTER, possibleHomes } from './embedded-account';
import { USER, urlOf } from './embedded-cluster';
import { commandOf, findPostmaster } from './embedded-postmaster';

const READY_TIMEOUT_MS = 30_000;
const POLL_EVERY_MS = 100;

/** A running server, and its data directory. */
type RunningServer = Readonly<{ url: string; folder: string }>;

/** The running embedded PostgreSQL, or undefined; waits while it starts. Throws AppError `config`. */
export async function findEmbeddedPostgres(dataDir: string): Promise<RunningServer | undefined> {
  const path = await realpath(dataDir).catch(() => undefined);
  if (path === undefined) return undefined;
  for (const home of possibleHomes(path)) {
    const folder = join(home, CLUSTER);
    const port = await untilReady(folder);
    if (port !== undefined)
      return { url: urlOf({ password: await readPassword(folder), port }, USER), folder };
  }
  return undefined;
}

/** True when DATA_DIR holds an embedded PostgreSQL, running or not. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  const path = await realpath(dataDir).catch(() => undefined);
  if (path === undefined) return false;
  const exists = (home: string) =>
    readdir(join(home, CLUSTER)).then(
      (names) => names.length > 0,
      (error) => codeOf(error) !== 'ENOENT',
    );
  return (await Promise.all(possibleHomes(path).map(exists))).includes(true);
}

async function untilReady(cluster: string): Promise<number | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster);
    if (!postmaster) return undefined;
    // An unknown command line counts as alive: the connection will show.
    if (commandOf(postmaster.pid)?.includes(cluster) === false) return undefined;
    if (postmaster.isReady) return postmaster.port;
    await delay(POLL_EVERY_MS);
  }
  throw new AppError('config', `The database in ${cluster} is starting or stopping: try again in a moment.`);
}

async function readPassword(cluster: string): Promise<string> {
  try {
    return (await readFile(`${cluster}.password`, 'utf8')).trim();
  } catch (cause) {
    throw new AppError(
      'config',
      `${cluster}.password cannot be read: run this as the user who started Astrolabe.`,
      { cause },
    );
  }
}
