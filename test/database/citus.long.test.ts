import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Anvil } from '@/demo/anvil';
import { fetchTip } from '@/demo/node-request';
import { startTestChain, type TestChain, type TestHistory } from '@/demo/test-chain';
import { isDistributed } from '@/lib/db/citus';
import { migrateGateway } from '@/lib/db/migrate';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { findFreePort } from '@/lib/free-port';
import { findTip } from '@/lib/indexer/sync/state';
import { type CitusCluster, hasCitus, startCitus } from '../support/citus';
import { listDemoCalls, writeDemoPath } from '../support/demo-calls';
import { compareTables, countWaiting, dumpTables } from '../support/indexer-harness';
import { createReorganizer, startSmallChain } from '../support/lies-harness';
import { type Program, ROOT, startProgram } from '../support/programs';
import { HAS_RECORDINGS, type Replay, startReplay } from '../support/recordings';
import { until } from '../support/until';

const DEMO = 31_337;
const MAINNET = 1;
const [FIRST, LAST] = [17_686_110, 17_686_125];
const PATIENCE = { timeout: 240_000, interval: 250 };
const KEY = 'a-key-for-tests';
/** Answers of their own moment: of the process, or of how long the node takes to trace instructions. */
const OF_THE_MOMENT = new Set(['getIndexingStatus', 'getApiConfig', 'getGasProfile']);
const READ_MS = 20;

const found = hasCitus();
if (!found) process.stdout.write('Citus is not installed for PostgreSQL 15: its tests are skipped.\n');

describe.skipIf(!found)('Citus', () => {
  let cluster: CitusCluster;
  let demo: TestChain;
  let small: Anvil;
  let mainnet: Replay | undefined;
  let [sql, plain]: Sql[] = [];
  let folder: string;
  const running: Program[] = [];
  beforeAll(async () => {
    [cluster, demo, small, folder] = await Promise.all([
      startCitus(),
      startTestChain(),
      startSmallChain(),
      mkdtemp(join(tmpdir(), 'astrolabe-citus-chains-')),
    ]);
    if (HAS_RECORDINGS)
      mainnet = await startReplay('realdata/blocks/1', ['--from', String(FIRST), '--to', String(LAST)]);
    sql = openPool({ url: cluster.url, connections: 3, name: 'test' });
    plain = openPool({ url: cluster.plainUrl, connections: 3, name: 'test' });
  }, 300_000);
  afterAll(async () => {
    for (const program of running) program.kill('SIGKILL');
    await Promise.all(running.map(({ ended }) => ended));
    await Promise.all([sql?.end({ timeout: 1 }), plain?.end({ timeout: 1 })]);
    await Promise.all([demo?.stop(), small?.stop(), mainnet?.stop()]);
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  const start = (name: string, environment: Record<string, string>) => {
    const program = startProgram(name, { LOG_LEVEL: 'error', ...environment });
    running.push(program);
    return program;
  };
  const end = async (program: Program | undefined) => {
    program?.kill('SIGKILL');
    await program?.ended;
  };
  /** The index of a chain in both databases, complete to a height. */
  const untilIndexed = (chainId: number, height: number) =>
    Promise.all(
      [sql, plain].map(async (pool) => {
        if (!pool) throw new Error('there is no database');
        const db = openDatabase(pool, chainId);
        await vi.waitUntil(async () => {
          const tip = await findTip(db).catch(() => undefined);
          return tip?.number === height && (await countWaiting(db)) === 0;
        }, PATIENCE);
        return dumpTables(db);
      }),
    );
  /** Starts an API; what it returns reads an operation of a chain. */
  const serve = async (url: string, chains: Record<string, string>) => {
    const port = await findFreePort();
    const limits = { DATABASE_TIMEOUT: '0' };
    start('api', { DATABASE_URL: url, API_PORT: String(port), API_KEY: KEY, ...limits, ...chains });
    const read = async (chainId: number, path: string) => {
      const headers = { authorization: `Bearer ${KEY}` };
      const answer = await fetch(`http://127.0.0.1:${port}/${chainId}${path}`, { headers });
      return `${answer.status} ${await answer.text()}`;
    };
    const isUp = async () => (await read(DEMO, '/api/v2/blocks/0').catch(() => '')).startsWith('200');
    await until('the api', isUp, PATIENCE.timeout);
    return read;
  };
  type Read = Awaited<ReturnType<typeof serve>>;
  /** Calls every operation of both: how many calls were compared, and those that differ. */
  const compareAnswers = async (readers: readonly Read[], chainId: number, history: TestHistory) => {
    const different: unknown[] = [];
    let compared = 0;
    for (const endpoint of ENDPOINTS.filter(({ id }) => !OF_THE_MOMENT.has(id)))
      for (const call of listDemoCalls(endpoint, history)) {
        const path = SERVICE_PREFIX[endpoint.service] + writeDemoPath(endpoint.path, call);
        const [answer, expected] = await Promise.all(readers.map((read) => read(chainId, path)));
        if (answer !== expected) different.push({ path, answer, expected });
        compared += 1;
      }
    return { compared, different };
  };

  test('chains have the same rows, and every operation the same answer, as in one PostgreSQL', async () => {
    const list = [
      { id: DEMO, rpc: [demo.rpcUrl] },
      ...(mainnet ? [{ id: MAINNET, rpc: [mainnet.url], startBlock: FIRST, endBlock: LAST }] : []),
    ];
    const file = join(folder, 'chains.json');
    await writeFile(file, JSON.stringify(list));
    const chains = { CHAINS_FILE: file };
    // partitions are not for a chain on a worker, whatever is set for all
    const partitions = { PARTITION_BLOCKS: '1000' };
    const indexers = [
      start('indexer', { DATABASE_URL: cluster.url, ...chains, ...partitions }),
      start('indexer', { DATABASE_URL: cluster.plainUrl, ...chains }),
    ];
    const readers = await Promise.all([serve(cluster.url, chains), serve(cluster.plainUrl, chains)]);
    const [ours = {}, theirs = {}] = await untilIndexed(DEMO, demo.history.tip.number);
    expect(compareTables(ours, theirs)).toEqual({});
    if (!sql) throw new Error('there is no database');
    const placed = await Promise.all(
      ['gateway', `chain_${DEMO}`].map((name) => sql && isDistributed(sql, name)),
    );
    expect(placed).toEqual([false, true]);
    const ofDemo = await compareAnswers(readers, DEMO, demo.history);
    expect(ofDemo.different).toEqual([]);
    process.stdout.write(`\n${ofDemo.compared} answers of the demo chain are equal\n`);
    if (mainnet) {
      const [recorded = {}, expected = {}] = await untilIndexed(MAINNET, LAST);
      expect(compareTables(recorded, expected)).toEqual({});
      const ofMainnet = await compareAnswers(readers, MAINNET, await chooseHistory(sql));
      expect(ofMainnet.different).toEqual([]);
      process.stdout.write(`${ofMainnet.compared} answers of the recorded blocks are equal\n`);
      const nodes = await sql<{ port: number }[]>`select distinct nodeport as port from citus_shards`;
      expect(nodes.map(({ port }) => port).sort()).toEqual([...cluster.workers].sort());
    }
    await Promise.all(indexers.map(end));
  }, 900_000);

  test('a chain moves to the other worker while it is read and indexed, and follows reorganizations', async () => {
    if (!sql || !plain) throw new Error('there is no database');
    const schema = `chain_${DEMO}`;
    for (const pool of [sql, plain]) await pool`drop schema ${pool(schema)} cascade`;
    for (const pool of [sql, plain]) await pool`delete from gateway.chains`;
    const chains = { RPC_URL: small.rpcUrl };
    for (const url of [cluster.url, cluster.plainUrl]) start('indexer', { DATABASE_URL: url, ...chains });
    const read = await serve(cluster.url, chains);
    await until('block 3', async () => (await read(DEMO, '/api/v2/blocks/3')).startsWith('200'));
    const chain = await createReorganizer(small);
    const seen = { answers: 0, refused: [] as string[], isOver: false };
    const reading = (async () => {
      while (!seen.isOver) {
        const answer = await read(DEMO, '/api/v2/blocks/3');
        if (answer.startsWith('200')) seen.answers += 1;
        else seen.refused.push(answer);
        await delay(READ_MS);
      }
    })();
    const growing = (async () => {
      for (let round = 0; !seen.isOver; round += 1) {
        await chain.grow({ depth: round % 4, blocks: 1 + (round % 4) });
        await delay(300);
      }
    })();
    await delay(3_000);
    const pool = sql;
    const portOf = async () => {
      const [row] = await pool<{ port: number }[]>`
        select distinct nodeport as port from citus_shards where table_name::text like ${`${schema}.%`}`;
      return row?.port;
    };
    const before = await portOf();
    const target = cluster.workers.find((port) => port !== before) ?? 0;
    await sql`select citus_schema_move(${schema}::regnamespace, '127.0.0.1', ${target}::integer, 'force_logical')`;
    await delay(3_000);
    seen.isOver = true;
    await Promise.all([reading, growing]);
    expect([before, await portOf()]).toEqual([expect.any(Number), target]);
    expect(seen.refused).toEqual([]);
    expect(seen.answers).toBeGreaterThan(10);
    const head = await fetchTip(small.request);
    const [ours = {}, theirs = {}] = await untilIndexed(DEMO, head.number);
    expect(compareTables(ours, theirs)).toEqual({});
    process.stdout.write(`\n${JSON.stringify({ blocks: head.number + 1, answers: seen.answers })}\n`);
  }, 600_000);

  test('reindex is refused before anything is touched', async () => {
    if (!sql) throw new Error('there is no database');
    const pool = sql;
    const read = () =>
      Promise.all([
        pool`select nspname from pg_namespace where nspname !~ '^pg_(toast_)?temp' order by 1`,
        pool`select * from gateway.chains order by chain_id`,
      ]);
    await migrateGateway(sql);
    const before = await read();
    const program = start('reindex', { DATABASE_URL: cluster.url, RPC_URL: small.rpcUrl });
    expect(await program.ended, program.output()).toBe(2);
    expect(program.output()).toContain(
      `Citus distributes the chains of this database: 'npm run reindex' is not for chain ${DEMO}`,
    );
    expect(await read()).toEqual(before);
  });

  test('a chain on a worker is migrated', async () => {
    if (!sql) throw new Error('there is no database');
    for (const program of running) await end(program);
    const schema = `chain_${DEMO}`;
    const later = `${ROOT}.cache/citus`;
    await rm(later, { recursive: true, force: true });
    await cp(`${ROOT}dist`, later, { recursive: true });
    const statements = [
      "-- one; two\ncreate table noted (id bigint primary key, note text not null default 'a;b');",
      'alter table blocks add column noted boolean;',
      'alter table blocks add column note_id bigint not null default 0;',
      'create index blocks_noted on blocks (noted) where noted;',
      'insert into noted (id) values (1);',
      'update blocks set noted = true where number = 0;',
    ];
    for (const [at, statement] of statements.entries())
      await writeFile(`${later}/migrations/chain/999${at}-later.sql`, statement);
    const environment = { DATABASE_URL: cluster.url, RPC_URL: small.rpcUrl };
    const migrating = startProgram('migrate', environment, { file: `${later}/migrate.mjs` });
    expect(await migrating.ended, migrating.output()).toBe(0);
    expect(await sql`select id, note from ${sql(schema)}.noted`).toEqual([{ id: 1, note: 'a;b' }]);
    expect(await sql`select number from ${sql(schema)}.blocks where noted`).toEqual([{ number: 0 }]);
    const tables = await sql`select from citus_tables where table_name::text = ${`${schema}.noted`}`;
    expect(tables).toHaveLength(1);
    await rm(later, { recursive: true, force: true });
  });
});

/** Transactions and contracts of the recorded blocks under the names that the calls of the demo chain have. */
async function chooseHistory(sql: Sql): Promise<TestHistory> {
  const { schema } = openDatabase(sql, MAINNET);
  const busiest = await sql<{ hash: `0x${string}` }[]>`
    select '0x' || encode(hash, 'hex') as hash from ${schema}.transactions
    order by token_transfers_count desc, block_number, index limit 9`;
  const tokens = async (type: string) => {
    const [row] = await sql<{ hash: `0x${string}` }[]>`
      select '0x' || encode(address, 'hex') as hash from ${schema}.tokens where type = ${type}
      order by transfers_count desc, address limit 1`;
    return row?.hash ?? '0x';
  };
  const names = [
    ...['token medley', 'ERC-20 transfer', 'FHE medley', 'contract creation', 'blob transaction'],
    ...['sponsored delegation', 'revert with a custom error', 'confidential transfer'],
  ];
  const transactions = Object.fromEntries(names.map((name, at) => [name, busiest[at]?.hash ?? '0x']));
  const [token, nft] = [await tokens('ERC-20'), await tokens('ERC-721')];
  const contracts = { DemoDollar: token, Astrolabes: nft, Router: token, Faults: nft };
  const tip = { number: LAST, hash: '0x' as const, timestamp: 0 };
  return { contracts, transactions, handles: {}, tip };
}
