import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseAccount, spawnAs, waitForExit } from '@/lib/db/embedded-account';
import { openPool } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { hasDebianPackage } from './debian-package';
import { until } from './until';

/** Where Debian's package has PostgreSQL 15. */
export const POSTGRES_ROOT = '/usr/lib/postgresql/15';
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'wal_level=replica',
].flatMap((setting) => ['-c', setting]);

type Name = 'primary' | 'standby';

/** Two servers of PostgreSQL, the second of which streams from the first. */
export type StreamingPair = Readonly<{
  urlOf(name: Name): string;
  pidOf(name: Name): number;
  start(name: Name): void;
  stop(name: Name, signal: NodeJS.Signals): Promise<void>;
  /** Ends both and deletes their data. */
  end(): Promise<void>;
}>;

/** Whether Debian's PostgreSQL 15 is installed, or can be: see `hasDebianPackage`. */
export const hasPostgres = () => hasDebianPackage('postgresql-15', `${POSTGRES_ROOT}/bin/postgres`);

/** Starts a primary and its standby on free ports, as a user other than root. */
export async function startStreamingPair(): Promise<StreamingPair> {
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-replica-'));
  const account = await chooseAccount(folder, { root: POSTGRES_ROOT, version: '15', major: 15 });
  const ports = { primary: await findFreePort(), standby: await findFreePort() };
  const servers = new Map<Name, ChildProcess>();
  const dataOf = (name: Name) => join(account.home, name);
  const urlOf = (name: Name) => `postgres://astrolabe@127.0.0.1:${ports[name]}/postgres`;
  const spawn = (program: string, options: readonly string[]) =>
    spawnAs(account, [`${POSTGRES_ROOT}/bin/${program}`, ...options], { stdio: 'ignore', cwd: '/' });
  const run = async (program: string, options: readonly string[]) => {
    if ((await waitForExit(spawn(program, options))) !== 0) throw new Error(`${program} failed`);
  };
  const start = (name: Name) => {
    servers.set(name, spawn('postgres', ['-D', dataOf(name), '-p', String(ports[name]), ...SETTINGS]));
  };
  const stop = async (name: Name, signal: NodeJS.Signals) => {
    const server = servers.get(name);
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  const untilUp = async (name: Name) => {
    const sql = openPool({ url: urlOf(name), connections: 1, name: 'test' });
    await until(name, () => sql`select 1`.catch(() => undefined));
    await sql.end();
  };
  await run('initdb', ['-D', dataOf('primary'), '-U', 'astrolabe', '--no-sync', '--auth', 'trust']);
  start('primary');
  await untilUp('primary');
  const source = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'astrolabe'];
  await run('pg_basebackup', [...source, '-D', dataOf('standby'), '-R', '--no-sync', '-c', 'fast']);
  start('standby');
  await untilUp('standby');
  return {
    urlOf,
    pidOf: (name) => servers.get(name)?.pid ?? 0,
    start,
    stop,
    end: async () => {
      await Promise.all([stop('standby', 'SIGQUIT'), stop('primary', 'SIGQUIT')]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
