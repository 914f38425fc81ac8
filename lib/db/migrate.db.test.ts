import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { startRestartingServer } from '@/test/support/restarting-server';
import { applyMigrations, dropChain, migrateChain, migrateGateway } from './migrate';
import { openPool, type Sql } from './open-database';
import { listChainIds, registerChains } from './register-chains';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const tablesOf = async (schema: string) => {
  const rows = await database.sql<{ table_name: string }[]>`
    select table_name from information_schema.tables where table_schema = ${schema} order by table_name`;
  return rows.map((row) => row.table_name);
};
const countWaiting = async (sql: Sql) => {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database())`;
  return row?.count ?? 0;
};
const appliedTo = (schema: string) =>
  database.sql`select name, checksum, applied_at::text from ${database.sql(schema)}.migrations order by name`;

describe('a migration', () => {
  test('makes the schemas of the service and of a chain', async () => {
    await migrateGateway(database.sql);
    await migrateChain(database.sql, 1);
    expect(await tablesOf('gateway')).toEqual(
      expect.arrayContaining(['api_keys', 'chains', 'key_credits', 'key_usage', 'migrations']),
    );
    expect(await tablesOf('chain_1')).toEqual(
      expect.arrayContaining(['blocks', 'indexer_state', 'logs', 'migrations', 'transactions']),
    );
  });

  test('waits for a server that starts, recovers or stops', async () => {
    const server = await startRestartingServer(database.url);
    const sql = openPool({ url: server.url, connections: 1, name: 'test' });
    server.restart('57P03', '57P02', '57P01');
    try {
      await migrateGateway(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
    expect(server.refused()).toBe(3);
    expect(await tablesOf('gateway')).toContain('chains');
  });

  test('changes nothing the second time', async () => {
    await migrateGateway(database.sql);
    await migrateChain(database.sql, 1);
    const before = [await appliedTo('gateway'), await appliedTo('chain_1')];
    await migrateGateway(database.sql);
    await migrateChain(database.sql, 1);
    expect([await appliedTo('gateway'), await appliedTo('chain_1')]).toEqual(before);
  });

  test('of several processes at once is made by one of them', async () => {
    const pools = Array.from({ length: 6 }, (_, at) =>
      openPool({ url: database.url, connections: 2, name: `test-${at}` }),
    );
    try {
      await Promise.all(pools.map(migrateGateway));
      await Promise.all(pools.flatMap((sql) => [migrateChain(sql, 1), migrateChain(sql, 2)]));
    } finally {
      await Promise.all(pools.map((sql) => sql.end({ timeout: 1 })));
    }
    const applied = (await appliedTo('gateway')).map(({ name }) => name);
    expect(applied).toEqual([...new Set(applied)]);
    expect(await tablesOf('chain_1')).toEqual(await tablesOf('chain_2'));
  });

  test('commits each on its own: what is done stays done when a later one fails, and is not done again', async () => {
    const { sql } = database;
    const [first, second, third] = [
      { name: '1.sql', text: 'create table one (id int); create table two (id int)', checksum: 'a' },
      {
        name: '2.sql',
        text: 'insert into one values (1); select 1 / (select count(*) from two)',
        checksum: 'b',
      },
      { name: '3.sql', text: 'insert into one values (3)', checksum: 'c' },
    ];
    await expect(applyMigrations(sql, 'chain_1', [first, second, third])).rejects.toMatchObject({
      code: '22012',
    });
    expect(await appliedTo('chain_1')).toMatchObject([{ name: '1.sql', checksum: 'a' }]);
    expect(await sql`select id from chain_1.one`).toEqual([]);
    await sql`insert into chain_1.two values (1)`;
    await applyMigrations(sql, 'chain_1', [first, second, third]);
    expect(await sql`select id from chain_1.one`).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test('gives way while somebody reads the table that it changes, and keeps nobody out meanwhile', async () => {
    const { sql, url } = database;
    const first = { name: '1.sql', text: 'create table one (id int)', checksum: 'a' };
    await applyMigrations(sql, 'chain_1', [first]);
    const reader = openPool({ url, connections: 1, name: 'reader' });
    await reader`begin`;
    await reader`select count(*) from chain_1.one`;
    let isMigrated = false;
    const next = { name: '2.sql', text: 'alter table one add column name text', checksum: 'b' };
    const migrating = applyMigrations(sql, 'chain_1', [first, next]).then(() => {
      isMigrated = true;
    });
    await expect.poll(() => countWaiting(sql), { timeout: 60_000 }).toBeGreaterThan(0);
    // behind a definition that waited on, these would wait as well
    for (let reads = 0; reads < 20; reads += 1) await sql`select count(*) from chain_1.one`;
    expect(isMigrated).toBe(false);
    await reader`commit`;
    await migrating;
    expect(await sql`select name from chain_1.one`).toEqual([]);
    await reader.end();
  });

  test('leaves the connections of the pool on their own search path', async () => {
    await migrateGateway(database.sql);
    const paths = await Promise.all(Array.from({ length: 5 }, () => database.sql`show search_path`));
    expect(new Set(paths.flat().map((row) => row.search_path))).toEqual(new Set(['"$user", public']));
  });
});

describe('a database of another version', () => {
  test.each([
    ['a newer one', "insert into chain_7.migrations (name, checksum) values ('9999-later.sql', '0')"],
    ['one whose migration was another', "update chain_7.migrations set checksum = '0'"],
  ])('%s is refused, with the way out', async (_, statement) => {
    await migrateChain(database.sql, 7);
    await database.sql.unsafe(statement);
    await expect(migrateChain(database.sql, 7)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/another version of Astrolabe.*npm run migrate -- --drop 7/),
    });
  });
});

test('a dropped chain is gone with its registration, and the others stay', async () => {
  await migrateGateway(database.sql);
  const chain = {
    name: 'One',
    symbol: 'ETH',
    firstBlock: 0,
    firstBlockHash: null,
    isDemo: false,
    fheExecutor: null,
  };
  await registerChains(
    database.sql,
    [1, 2].map((chainId) => ({ ...chain, chainId })),
  );
  await migrateChain(database.sql, 1);
  await migrateChain(database.sql, 2);
  expect(await dropChain(database.sql, 1)).toBe(true);
  expect(await tablesOf('chain_1')).toEqual([]);
  expect(await tablesOf('chain_2')).not.toEqual([]);
  expect(await listChainIds(database.sql)).toEqual([2]);
  expect(await dropChain(database.sql, 1)).toBe(false);
});
