import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Account, chooseAccount, spawnAs, waitForExit } from '@/lib/db/embedded-account';
import { openPool, type Sql } from '@/lib/db/open-database';
import { type Replica, watchReplica } from '@/lib/db/replica';
import { findFreePort } from '@/lib/free-port';
import { createLog } from '@/lib/log';
import { hasDebianPackage } from '../support/debian-package';
import { until } from '../support/until';

const ROOT = '/usr/lib/postgresql/15';
const hasPostgres = hasDebianPackage('postgresql-15', `${ROOT}/bin/postgres`);
const MAX_LAG_MS = 1_000;
const PATIENCE = { timeout: 30_000, interval: 50 };

describe.skipIf(!hasPostgres)('a streaming replica', () => {
  const ending = new AbortController();
  const pools: Sql[] = [];
  const servers = new Map<'primary' | 'standby', ChildProcess>();
  const ports = { primary: 0, standby: 0 };
  let folder: string;
  let account: Account;
  let primary: Sql;
  let standby: Sql;
  let replica: Replica;

  const run = async (program: string, options: readonly string[]) =>
    expect(
      await waitForExit(
        spawnAs(account, [`${ROOT}/bin/${program}`, ...options], { stdio: 'ignore', cwd: '/' }),
      ),
    ).toBe(0);
  const dataOf = (name: string) => join(account.home, name);
  const start = (name: 'primary' | 'standby') => {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      'wal_level=replica',
    ];
    const options = [
      '-D',
      dataOf(name),
      '-p',
      String(ports[name]),
      ...settings.flatMap((set) => ['-c', set]),
    ];
    servers.set(name, spawnAs(account, [`${ROOT}/bin/postgres`, ...options], { stdio: 'ignore', cwd: '/' }));
  };
  const stop = async (name: 'primary' | 'standby', signal: NodeJS.Signals) => {
    const server = servers.get(name);
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  const open = (name: 'primary' | 'standby') => {
    const url = `postgres://astrolabe@127.0.0.1:${ports[name]}/postgres`;
    const pool = openPool({ url, connections: 1, name: 'test' });
    pools.push(pool);
    return pool;
  };
  const write = () => primary`insert into seen values (default)`;
  const countSeen = async (sql: Sql) => (await sql<{ count: number }[]>`select count(*) from seen`)[0]?.count;
  const isUsed = (wanted: boolean) => vi.waitUntil(() => replica.isUsed() === wanted, PATIENCE);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'astrolabe-replica-'));
    account = await chooseAccount(folder, { root: ROOT, version: '15', major: 15 });
    ports.primary = await findFreePort();
    ports.standby = await findFreePort();
    await run('initdb', ['-D', dataOf('primary'), '-U', 'astrolabe', '--no-sync', '--auth', 'trust']);
    start('primary');
    primary = open('primary');
    await until('the primary', () => primary`select 1`.catch(() => undefined));
    await primary`create table seen (id integer generated always as identity)`;
    const source = ['-h', '127.0.0.1', '-p', String(ports.primary), '-U', 'astrolabe'];
    await run('pg_basebackup', [...source, '-D', dataOf('standby'), '-R', '--no-sync', '-c', 'fast']);
    start('standby');
    standby = open('standby');
    await until('the standby', () => standby`select 1`.catch(() => undefined));
    replica = watchReplica({
      ...{ primary, openReplica: () => open('standby'), maxLagMs: MAX_LAG_MS },
      watched: { primary: open('primary'), replica: open('standby') },
      log: createLog({ name: 'test', level: 'silent' }),
      signal: ending.signal,
    });
  }, 60_000);
  afterAll(async () => {
    ending.abort();
    await replica?.stopped;
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    await Promise.all([stop('standby', 'SIGQUIT'), stop('primary', 'SIGQUIT')]);
    await rm(folder, { recursive: true, force: true });
  });

  test('in step, it is read', async () => {
    expect(execFileSync(`${ROOT}/bin/postgres`, ['--version'], { encoding: 'utf8' })).toContain(' 15.');
    await write();
    await isUsed(true);
    expect(replica.readSql()).not.toBe(primary);
    await vi.waitUntil(async () => (await countSeen(replica.readSql())) === 1, PATIENCE);
    expect(await replica.readNewest(async (sql) => sql)).toBe(primary);
  });

  test('standing still, it is left out, and is back when it has caught up', async () => {
    await standby`select pg_wal_replay_pause()`;
    await write();
    await isUsed(false);
    expect(replica.lagMs()).toBeGreaterThan(MAX_LAG_MS);
    expect(replica.readSql()).toBe(primary);
    expect(await countSeen(replica.readSql())).toBe(2);
    await standby`select pg_wal_replay_resume()`;
    await isUsed(true);
    expect(await countSeen(replica.readSql())).toBe(2);
  });

  test('standing still while nothing is written, it is in step', async () => {
    await standby`select pg_wal_replay_pause()`;
    await vi.waitUntil(() => replica.lagMs() === 0, PATIENCE);
    expect(replica.isUsed()).toBe(true);
    await standby`select pg_wal_replay_resume()`;
  });

  test('gone, it is left out, and is back when it answers', async () => {
    await stop('standby', 'SIGQUIT');
    await isUsed(false);
    expect([replica.lagMs(), replica.readSql()]).toEqual([undefined, primary]);
    start('standby');
    await isUsed(true);
  });

  test('while the primary is frozen, nothing waits for it', async () => {
    const pid = String(servers.get('primary')?.pid);
    const signalAll = (signal: string) => {
      execFileSync('pkill', [`-${signal}`, '-P', pid]);
      process.kill(Number(pid), signal);
    };
    signalAll('SIGSTOP');
    try {
      await vi.waitUntil(async () => (await replica.readNewest(async (sql) => sql)) !== primary, PATIENCE);
      expect(await replica.readNewest(countSeen)).toBe(2);
      expect(replica.readSql()).not.toBe(primary);
    } finally {
      signalAll('SIGCONT');
    }
    await vi.waitUntil(async () => (await replica.readNewest(async (sql) => sql)) === primary, PATIENCE);
  });

  test('without the primary it is read on, what must be newest too', async () => {
    await stop('primary', 'SIGQUIT');
    expect(await replica.readNewest(countSeen)).toBe(2);
    expect(replica.isUsed()).toBe(true);
    await expect(replica.readNewest((sql) => sql`select nothing`)).rejects.toThrow();
    start('primary');
    await until('the primary', () => primary`select 1`.catch(() => undefined));
    await write();
    expect(await replica.readNewest(countSeen)).toBe(3);
    await vi.waitUntil(async () => (await countSeen(replica.readSql())) === 3, PATIENCE);
  });
});
