import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { AppError } from '@/lib/errors';
import { isDatabaseRestarting } from './database-away';

/** A running server according to its `postmaster.pid`. */
export type Postmaster = Readonly<{ pid: number; port: number; isReady: boolean }>;

/** Advisory lock that a supervisor holds while it runs. */
const SUPERVISOR_LOCK = 4_702_111_201;
const STOP_TIMEOUT_MS = 60_000;
const FREE_TIMEOUT_MS = 10_000;

/** Reads `postmaster.pid` of a data directory; undefined when missing or incomplete. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = (await readPidFile(cluster)) ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return undefined;
  return { pid, port, isReady: lines[7] === 'ready' };
}

/** Stops an orphaned server, removes a stale `postmaster.pid`. Throws AppError `config` when the folder is in use. */
export async function stopLeftover(cluster: string, urlFor: (port: number) => string): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const hasPidFile = (await readPidFile(cluster)) !== undefined;
    const postmaster = await findPostmaster(cluster);
    if (!postmaster) {
      // A kill may have cut the file short, which PostgreSQL takes for a server that starts: without one it is stale.
      // A file that appears only now belongs to a server of another start.
      if (findProcessesOn(cluster).length === 0) return hasPidFile ? removePidFile(cluster) : undefined;
      await delay(100);
      continue;
    }
    const holder = commandOf(postmaster.pid);
    if (holder === undefined) return;
    if (!holder.includes(cluster)) return removePidFile(cluster);
    const lock = await takeSupervisorLock(urlFor(postmaster.port)).catch(ignoreUnready);
    if (lock === 'taken') throw inUse(cluster);
    if (lock) {
      process.kill(postmaster.pid, 'SIGINT');
      await lock.end({ timeout: 1 });
      while (isServing(postmaster.pid, cluster) && Date.now() < deadline) await delay(20);
    } else await delay(100);
  }
  throw new AppError(
    'database',
    `A PostgreSQL that runs on ${cluster} does not stop: end it, then start again.`,
  );
}

/** Waits until no PostgreSQL process runs on a data directory. Throws AppError `config` when one stays. */
export async function untilFree(cluster: string): Promise<void> {
  const deadline = Date.now() + FREE_TIMEOUT_MS;
  while (findProcessesOn(cluster).length > 0) {
    if (Date.now() > deadline)
      throw new AppError(
        'config',
        `${cluster}.password is lost while PostgreSQL runs on ${cluster} (processes ${findProcessesOn(cluster)}): end it, then start again.`,
      );
    await delay(100);
  }
}

async function readPidFile(cluster: string): Promise<string | undefined> {
  return readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
}

async function removePidFile(cluster: string): Promise<void> {
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Takes the supervisor lock; `end()` releases it. Returns 'taken' when another process holds it. */
export async function takeSupervisorLock(url: string): Promise<postgres.Sql | 'taken'> {
  const sql = postgres(url, { max: 1, max_lifetime: null, connect_timeout: 10, onnotice: () => undefined });
  try {
    const [row] = await sql`select pg_try_advisory_lock(${SUPERVISOR_LOCK}::bigint) as locked`;
    if (row?.locked === true) return sql;
    await sql.end({ timeout: 1 });
    return 'taken';
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** The error for a second start on the same folder. */
export function inUse(cluster: string): AppError {
  return new AppError(
    'config',
    `Another Astrolabe runs on ${cluster}: stop it, or set another DATA_DIR (and PORT, API_PORT) for this one.`,
  );
}

function ignoreUnready(error: unknown): undefined {
  if (error instanceof postgres.PostgresError && !isDatabaseRestarting(error)) throw error;
  return undefined;
}

function isServing(pid: number, cluster: string): boolean {
  return commandOf(pid)?.includes(cluster) ?? false;
}

/** Command line of a process: empty when it has exited, undefined when not available. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  const ps = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.error ? undefined : ps.stdout;
}

const NAMES_FOLDER = ['-D', '--pgdata'];

/** IDs of PostgreSQL processes started on a data directory; none where the system cannot list them. */
export function findProcessesOn(cluster: string): number[] {
  if (process.platform === 'linux') {
    const isOn = (pid: string) => {
      const words = commandOf(Number(pid))?.split('\0') ?? [];
      return words.some((word, index) => word === cluster && NAMES_FOLDER.includes(words[index - 1] ?? ''));
    };
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isOn(name))
      .map(Number);
  }
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => NAMES_FOLDER.some((name) => `${line} `.includes(` ${name} ${cluster} `)))
    .map((line) => Number.parseInt(line, 10));
}
