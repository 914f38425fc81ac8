import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Anvil } from '@/demo/anvil';
import { fetchTip } from '@/demo/node-request';
import { createApiKey } from '@/lib/api/gate/manage-keys';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { getBlock } from '@/lib/endpoints/block';
import { findFreePort } from '@/lib/free-port';
import { findTip } from '@/lib/indexer/sync/state';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { compareIndex, countWaiting, indexFresh } from '../support/indexer-harness';
import { createReorganizer, startSmallChain } from '../support/lies-harness';
import { hasPatroni, type PatroniCluster, startPatroni } from '../support/patroni';
import { type Program, startProgram } from '../support/programs';
import { until } from '../support/until';

const CHAIN_ID = 31_337;
const BLOCK_MS = 500;
const READ_MS = 100;
const AFTER_KILL_MS = 60_000;
const PATIENCE = { timeout: 500_000, interval: 250 };

describe.skipIf(!hasPatroni())('Patroni replaces a primary that is killed', () => {
  let cluster: PatroniCluster;
  let anvil: Anvil;
  let fresh: TestDatabase;
  let sql: Sql;
  let programs: Program[] = [];
  let port: number;
  let key: string;

  beforeAll(async () => {
    [cluster, anvil, fresh, port] = await Promise.all([
      startPatroni(),
      startSmallChain(),
      createTestDatabase(),
      findFreePort(),
    ]);
    sql = openPool({ url: cluster.primaryUrl, connections: 2, name: 'test' });
    await until('HAProxy', () => sql`select 1`.catch(() => undefined));
    const database = { DATABASE_URL: cluster.primaryUrl, LOG_LEVEL: 'warn' };
    const indexer = startProgram('indexer', { ...database, RPC_URL: anvil.rpcUrl });
    await until('the first blocks', () => findTip(openDatabase(sql, CHAIN_ID)).catch(() => undefined));
    key = await createApiKey(sql, { name: 'failover', plan: 'business' });
    const api = startProgram('api', {
      ...database,
      DATABASE_REPLICA_URL: cluster.replicaUrl,
      API_PORT: String(port),
    });
    programs = [indexer, api];
    await until('the api', async () => (await readBlock()) === 200);
  }, 300_000);
  afterAll(async () => {
    for (const program of programs) program.kill('SIGKILL');
    await Promise.all([sql?.end({ timeout: 1 }), cluster?.stop(), anvil?.stop(), fresh?.drop()]);
  }, 60_000);

  const readBlock = async () => {
    const headers = { authorization: `Bearer ${key}` };
    const url = `http://127.0.0.1:${port}/${CHAIN_ID}/api/v2/blocks/3`;
    const answer = await fetch(url, { headers }).catch(() => undefined);
    await answer?.arrayBuffer();
    return answer?.status;
  };

  test('indexing and reading go on by themselves: no block lost or doubled, credits exact', async () => {
    const chain = await createReorganizer(anvil);
    const state = { isOver: false, answered: 1, refused: [] as (number | undefined)[] };
    const gaps = { reads: 0, writes: 0, slowest: 0 };
    let readAt = performance.now();
    const read = async () => {
      const begun = performance.now();
      const status = await readBlock();
      const now = performance.now();
      gaps.slowest = Math.max(gaps.slowest, now - begun);
      if (status !== 200) return void state.refused.push(status);
      gaps.reads = Math.max(gaps.reads, now - readAt);
      readAt = now;
      state.answered += 1;
    };
    const reading = (async () => {
      const reads: Promise<void>[] = [];
      while (!state.isOver) {
        reads.push(read());
        await delay(READ_MS);
      }
      await Promise.all(reads);
    })();
    const growing = (async () => {
      while (!state.isOver) {
        await chain.grow({ depth: 0, blocks: 1 });
        await delay(BLOCK_MS);
      }
    })();
    const watching = (async () => {
      let [tip, wroteAt] = [-1, performance.now()];
      while (!state.isOver) {
        const found = await findTip(openDatabase(sql, CHAIN_ID)).catch(() => undefined);
        if (found && found.number !== tip) {
          gaps.writes = Math.max(gaps.writes, performance.now() - wroteAt);
          [tip, wroteAt] = [found.number, performance.now()];
        }
        await delay(50);
      }
    })();
    await delay(5_000);
    const killed = await cluster.killLeader();
    await delay(AFTER_KILL_MS);
    cluster.revive(killed);
    await vi.waitUntil(async () => (await cluster.listMembers()).others.includes(killed), PATIENCE);
    await delay(5_000);
    state.isOver = true;
    await Promise.all([reading, growing, watching]);

    const db = openDatabase(sql, CHAIN_ID);
    const head = await fetchTip(anvil.request);
    await vi.waitUntil(async () => {
      const tip = await findTip(db).catch(() => undefined);
      return tip?.number === head.number && (await countWaiting(db)) === 0;
    }, PATIENCE);
    const seconds = (ms: number) => Number((ms / 1_000).toFixed(1));
    process.stdout.write(
      `\n${JSON.stringify({
        ...{ blocks: head.number + 1, answered: state.answered, refused: state.refused.length },
        ...{ secondsWithoutReads: seconds(gaps.reads), secondsWithoutWrites: seconds(gaps.writes) },
        slowestRead: seconds(gaps.slowest),
      })}\n`,
    );
    const readCredits = async () => {
      const [row] = await sql<{ credits: number }[]>`
        select coalesce(sum(credits), 0)::integer as credits from gateway.key_usage
        join gateway.api_keys using (key_hash) where name = 'failover'`;
      return row?.credits;
    };
    await expect
      .poll(readCredits, { timeout: 30_000, interval: 250 })
      .toBe(state.answered * getBlock.credits);
    expect(state.refused.filter((status) => status !== 503)).toEqual([]);
    expect(await compareIndex(db, await indexFresh(fresh.sql, anvil.rpcUrl, { mode: 'auto' }))).toEqual({});
    for (const program of programs) expect(program.output()).not.toMatch(/unhandled|"level":60/i);
  }, 900_000);
});
