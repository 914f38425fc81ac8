import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, chooseAccount, spawnAs } from '@/lib/db/embedded-account';
import { openPool, type Sql } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { until } from './until';

const ROOT = '/usr/lib/postgresql/15';
const EXTENSION = '/usr/share/postgresql/15/extension/citus.control';
const NODES = 3;

/** A coordinator with two workers, and a database without Citus on the same server. */
export type CitusCluster = Readonly<{
  url: string;
  plainUrl: string;
  /** Ports of the workers. */
  workers: readonly number[];
  stop(): Promise<void>;
}>;

/** Whether Citus is installed for Debian's PostgreSQL 15, of which Debian has no package. */
export function hasCitus(): boolean {
  return existsSync(EXTENSION) && existsSync(`${ROOT}/bin/postgres`);
}

/** Starts a cluster on free ports, as a user other than root, which distributes new schemas. */
export async function startCitus(): Promise<CitusCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-citus-'));
  const account = await chooseAccount(folder, { root: ROOT, version: '15', major: 15 });
  const ports = new Set<number>();
  while (ports.size < NODES) ports.add(await findFreePort());
  const [coordinator = 0, ...workers] = ports;
  const servers = [...ports].map((port) => ({ port, data: join(account.home, `node-${port}`) }));
  const running: ReturnType<typeof spawnAs>[] = [];
  const stop = async () => {
    for (const server of running) server.kill('SIGINT');
    await until('the servers to end', () => running.every(({ exitCode }) => exitCode !== null));
    await rm(folder, { recursive: true, force: true });
    await rm(account.home, { recursive: true, force: true });
  };
  try {
    for (const { port, data } of servers) running.push(await startServer(account, port, data));
    for (const { port } of servers) await administer(port, 'postgres', createDatabase);
    for (const { port } of servers) await administer(port, 'explorer', (sql) => sql`create extension citus`);
    await administer(coordinator, 'postgres', (sql) => sql`create database plain`);
    await administer(coordinator, 'explorer', async (sql) => {
      await sql`select citus_set_coordinator_host('127.0.0.1', ${coordinator}::integer)`;
      for (const port of workers) await sql`select citus_add_node('127.0.0.1', ${port}::integer)`;
      await sql`alter database explorer set citus.enable_schema_based_sharding = on`;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(coordinator, 'explorer'), plainUrl: urlOf(coordinator, 'plain'), workers, stop };
}

const urlOf = (port: number, database: string) => `postgres://astrolabe@127.0.0.1:${port}/${database}`;
const createDatabase = (sql: Sql) => sql`create database explorer`;

async function startServer(account: Account, port: number, data: string) {
  const init = spawnAs(
    account,
    [`${ROOT}/bin/initdb`, '-D', data, '-A', 'trust', '-U', 'astrolabe', '-E', 'UTF8'],
    {
      stdio: 'ignore',
      cwd: '/',
    },
  );
  await until('initdb', () => init.exitCode !== null);
  const settings = {
    shared_preload_libraries: 'citus',
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: account.home,
    max_prepared_transactions: 200,
    max_connections: 200,
    wal_level: 'logical',
    fsync: 'off',
    'citus.node_conninfo': 'sslmode=prefer',
  };
  const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawnAs(account, [`${ROOT}/bin/postgres`, '-D', data, ...parameters], {
    stdio: 'ignore',
    cwd: '/',
  });
  await until('a server', () =>
    administer(port, 'postgres', (sql) => sql`select 1`).then(
      () => true,
      () => undefined,
    ),
  );
  return server;
}

async function administer(
  port: number,
  database: string,
  work: (sql: Sql) => PromiseLike<unknown>,
): Promise<void> {
  const sql = openPool({ url: urlOf(port, database), connections: 1, name: 'test-admin' });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
