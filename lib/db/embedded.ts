import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { mkdir, open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { AppError, codeOf } from '@/lib/errors';
import { findFreePort } from '@/lib/free-port';
import type { Logger } from '@/lib/log';
import { isDatabaseRestarting } from './database-away';
import { isDiskFull } from './disk-room';
import { type Account, CLUSTER, chooseAccount, spawnAs, waitForExit } from './embedded-account';
import { binary, completeBinaries, findBinaries } from './embedded-binaries';
import { failureLines, prepareCluster, USER, urlOf } from './embedded-cluster';
import { prepareDataDir } from './embedded-folder';
import { memoryBytes, sharedBuffersMb } from './embedded-memory';
import { findPostmaster, inUse, stopLeftover, takeSupervisorLock } from './embedded-postmaster';
import { untilDatabase } from './until-database';

/** A running server; `url` includes the password, `folder` is the data directory. */
export type EmbeddedPostgres = Readonly<{
  url: string;
  folder: string;
  port: number;
  pid: number;
  /** Settles when the server has exited for any reason. */
  ended: Promise<void>;
  /** Closes all connections, stops the server and waits for it. */
  stop(): Promise<void>;
}>;

const START_ATTEMPTS = 5;
const RECOVERY_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 4_000_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  io_method: 'sync',
  jit: 'off',
  random_page_cost: '1.1',
  // a backup of the running server needs it
  wal_level: 'replica',
  max_wal_senders: '0',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  max_worker_processes: '4',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};
/** Tests only: an OS crash may lose the database. */
const UNSAFE = { fsync: 'off', full_page_writes: 'off' };

/**
 * Starts the embedded PostgreSQL on a loopback `port` (default: a free one); creates the database on first start and
 * recovers after a crash. `isDurable: false` (tests) skips fsync. Throws AppError `config` when it cannot run here,
 * the folder is in use, or its major version differs.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Logger;
  isDurable?: boolean;
  port?: number;
}): Promise<EmbeddedPostgres> {
  const { log, isDurable = true, port } = options;
  const dataDir = await prepareDataDir(options.dataDir);
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const account = await prepareAccount(dataDir);
  const folder = join(account.home, CLUSTER);
  const password = await prepareCluster(account, folder, isDurable);
  const urlFor = (port: number) => urlOf({ password, port }, 'postgres');
  await stopLeftover(folder, urlFor);
  const server = await startServer({
    account,
    folder,
    log,
    logFile: join(dataDir, 'logs/postgresql.log'),
    isDurable,
    port,
  });
  try {
    const lockOwn = () => lockCluster(urlFor(server.port), folder);
    const lock = await untilDatabase(lockOwn, { isAway: isDatabaseRestarting });
    return running({ server, lock, folder, url: urlOf({ password, port: server.port }, USER), account });
  } catch (error) {
    server.child.kill('SIGINT');
    throw codeOf(error) === WRONG_PASSWORD ? wrongPassword(folder) : error;
  }
}

/** Of PostgreSQL: the password is not that of the role. */
const WRONG_PASSWORD = '28P01';

function wrongPassword(folder: string): AppError {
  return new AppError(
    'config',
    `${folder}.password is not the password of the database: remove the file, and the next start gives it a new one.`,
  );
}

/** The account that runs PostgreSQL in `dataDir` (given as its real path), and its programs. Throws AppError `config`. */
export async function prepareAccount(dataDir: string): Promise<Account> {
  const binaries = await completeBinaries(await findBinaries(), join(dataDir, 'postgresql-programs'));
  return chooseAccount(dataDir, binaries);
}

type Server = { child: ChildProcess; port: number; pid: number; ended: Promise<void> };

function running(parts: {
  server: Server;
  lock: postgres.Sql;
  folder: string;
  url: string;
  account: Account;
}): EmbeddedPostgres {
  const { server, lock, folder, url, account } = parts;
  const stop = async () => {
    await stopServer(server, { account, folder });
    await lock.end({ timeout: 1 });
  };
  return { url, folder, port: server.port, pid: server.pid, ended: server.ended, stop };
}

async function stopServer(server: Server, { account, folder }: Pick<LaunchOptions, 'account' | 'folder'>) {
  if (process.platform === 'win32') {
    spawnSync(binary(account.binaries, 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast'], {
      stdio: 'ignore',
    });
  } else server.child.kill('SIGINT');
  await server.ended;
}

/** Recovers a copied data directory, which is on the disk then. Throws AppError `database` when that fails. */
export async function recoverCopy(copy: Omit<LaunchOptions, 'isDurable' | 'port'>): Promise<void> {
  const server = await startServer({ ...copy, isDurable: true, port: undefined });
  await stopServer(server, copy);
}

type LaunchOptions = {
  account: Account;
  folder: string;
  log: Logger;
  logFile: string;
  isDurable: boolean;
  port: number | undefined;
};

async function startServer(options: LaunchOptions): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await launch(options, sharedBuffersMb(memoryBytes(), attempt));
    if (await untilReady(server, options)) return server;
    // The port may have been taken, or shared memory of a killed server may still be in use.
    if (attempt < START_ATTEMPTS) await delay(attempt * 250);
    else {
      const logText = await readFile(options.logFile, 'utf8').catch(() => '');
      const reason = (await isDiskFull(dirname(options.logFile)))
        ? 'its disk is full'
        : failureLines(logText).at(-1);
      throw new AppError(
        'database',
        `The embedded PostgreSQL does not start (${options.logFile}): ${reason}`,
      );
    }
  }
}

async function launch(options: LaunchOptions, buffersMb: number): Promise<Server> {
  const port = options.port ?? (await findFreePort());
  const settings = Object.entries({
    ...SETTINGS,
    shared_buffers: `${buffersMb}MB`,
    ...(options.isDurable ? {} : UNSAFE),
  });
  const command = [
    binary(options.account.binaries, 'postgres'),
    ...['-D', options.folder, '-p', String(port)],
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { size } = await stat(options.logFile).catch(() => ({ size: 0 }));
  const output = await open(options.logFile, size > MAX_LOG_BYTES ? 'w' : 'a', 0o600);
  // A separate process group, so that Ctrl-C reaches only this process, which shuts down in order.
  const child = spawnAs(options.account, command, {
    stdio: ['ignore', output.fd, output.fd],
    cwd: '/',
    detached: true,
  });
  const ended = waitForExit(child).then(() => undefined);
  await output.close();
  return { child, port, pid: child.pid ?? 0, ended };
}

async function untilReady(server: Server, options: { folder: string; log: Logger }): Promise<boolean> {
  let hasEnded = false;
  server.ended.then(() => {
    hasEnded = true;
  });
  const begin = Date.now();
  for (let polls = 1; !hasEnded; polls += 1) {
    const postmaster = await findPostmaster(options.folder);
    if (postmaster?.pid === server.pid && postmaster.isReady) return true;
    if (Date.now() - begin > RECOVERY_TIMEOUT_MS) {
      server.child.kill('SIGINT');
      await server.ended;
    }
    if (polls % 250 === 0) options.log.warn('database is recovering from a crash');
    await delay(20);
  }
  return false;
}

async function lockCluster(url: string, folder: string): Promise<postgres.Sql> {
  const lock = await takeSupervisorLock(url);
  if (lock === 'taken') throw inUse(folder);
  try {
    await createDatabase(lock);
    return lock;
  } catch (error) {
    await lock.end({ timeout: 1 });
    throw error;
  }
}

async function createDatabase(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_database where datname = ${USER}`;
  if (!found) await sql`create database ${sql(USER)}`;
}
