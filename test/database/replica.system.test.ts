import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPool, type Sql } from '@/lib/db/open-database';
import { type Replica, watchReplica } from '@/lib/db/replica';
import { createLog } from '@/lib/log';
import {
  hasPostgres,
  POSTGRES_ROOT,
  type StreamingPair,
  startStreamingPair,
} from '../support/streaming-pair';
import { until } from '../support/until';

const MAX_LAG_MS = 1_000;
const PATIENCE = { timeout: 500_000, interval: 50 };

describe.skipIf(!hasPostgres())('a streaming replica', () => {
  const ending = new AbortController();
  const pools: Sql[] = [];
  let servers: StreamingPair;
  let primary: Sql;
  let standby: Sql;
  let replica: Replica;

  const open = (name: 'primary' | 'standby') => {
    const pool = openPool({ url: servers.urlOf(name), connections: 1, name: 'test' });
    pools.push(pool);
    return pool;
  };
  const write = () => primary`insert into seen values (default)`;
  const countSeen = async (sql: Sql) => (await sql<{ count: number }[]>`select count(*) from seen`)[0]?.count;
  const isUsed = (wanted: boolean) => vi.waitUntil(() => replica.isUsed() === wanted, PATIENCE);

  beforeAll(async () => {
    servers = await startStreamingPair();
    primary = open('primary');
    await primary`create table seen (id integer generated always as identity)`;
    standby = open('standby');
    replica = watchReplica({
      ...{ primary, openReplica: () => open('standby'), maxLagMs: MAX_LAG_MS },
      watched: { primary: open('primary'), replica: open('standby') },
      log: createLog({ name: 'test', level: 'silent' }),
      signal: ending.signal,
    });
  });
  afterAll(async () => {
    ending.abort();
    await replica?.stopped;
    await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
    await servers?.end();
  });

  test('in step, it is read', async () => {
    expect(execFileSync(`${POSTGRES_ROOT}/bin/postgres`, ['--version'], { encoding: 'utf8' })).toContain(
      ' 15.',
    );
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
    await servers.stop('standby', 'SIGQUIT');
    await isUsed(false);
    expect([replica.lagMs(), replica.readSql()]).toEqual([undefined, primary]);
    servers.start('standby');
    await isUsed(true);
  });

  test('while the primary is frozen, nothing waits for it', async () => {
    const pid = String(servers.pidOf('primary'));
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
    await isUsed(true);
    await servers.stop('primary', 'SIGQUIT');
    expect(await replica.readNewest(countSeen)).toBe(2);
    expect(replica.isUsed()).toBe(true);
    await expect(replica.readNewest((sql) => sql`select nothing`)).rejects.toThrow();
    servers.start('primary');
    await until('the primary', () => primary`select 1`.catch(() => undefined));
    await write();
    // The primary counts as unreachable until the watch has seen it again.
    await vi.waitUntil(async () => (await replica.readNewest(countSeen)) === 3, PATIENCE);
    await vi.waitUntil(async () => (await countSeen(replica.readSql())) === 3, PATIENCE);
  });
});
