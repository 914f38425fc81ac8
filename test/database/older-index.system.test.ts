import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestChain } from '@/demo/test-chain';
import { dropChain, migrateChain, migrateGateway } from '@/lib/db/migrate';
import { isGatewayMigrated, isMigrated } from '@/lib/db/migration-state';
import { openDatabase, type Sql } from '@/lib/db/open-database';
import { createRpc } from '@/lib/rpc/client';
import { bundleProgram } from '../support/bundle-program';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { indexAll } from '../support/indexer-harness';
import { startProgram } from '../support/programs';
import { provide } from '../support/provide';
import { ROOT } from '../support/source-tree';

const CHAIN_ID = 31_337;
const FIXTURE = new URL('./older-index.sql', import.meta.url);
/** Emits a log with the first two words of its input as topics. */
const CODE = '0x60203560003560006000a200';
const place = (end: string): `0x${string}` => `0x${end.padStart(40, '0')}`;
const GATEWAY = ['api_keys', 'key_credits', 'key_usage', 'key_usage_writers', 'signature_lookups'];

const folder = join(ROOT, '.cache', `test-older-index-${process.pid}`);
const [program, chain] = await Promise.all([bundleProgram('migrate', folder), provide(startTestChain())]);
let database: TestDatabase;

beforeAll(async () => {
  const { send, mine, request, accounts } = chain.chain;
  for (const [address, code] of [
    [place('c1'), CODE],
    [place('c2'), `${CODE}00`],
  ] as const) {
    await request('anvil_setCode', [address, code]);
    await send({ from: accounts.deployer, to: address, data: `0x${'00'.repeat(64)}`, gas: 100_000n });
  }
  await mine();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(await readFile(FIXTURE, 'utf8'));
  return () => database.drop();
});

async function migrate(...args: string[]) {
  const environment = { DATABASE_URL: database.url, RPC_URL: chain.rpcUrl };
  const started = startProgram('migrate', environment, { file: program, args });
  return { code: await started.ended, output: started.output() };
}

async function read(sql: Sql, schema: string, tables: readonly string[]) {
  const rows = tables.map((table) => sql`select * from ${sql(`${schema}.${table}`)} order by 1, 2`);
  return Object.fromEntries((await Promise.all(rows)).map((found, at) => [tables[at], [...found]]));
}

const readGateway = async (sql: Sql) => ({
  ...(await read(sql, 'gateway', GATEWAY)),
  names: [
    ...(await sql`select key, signature, source from gateway.signatures where source > 0 order by key`),
  ],
});
const readIndex = (sql: Sql) =>
  read(sql, `chain_${CHAIN_ID}`, ['contract_interfaces', 'indexer_state', 'migrations']);
const listVerified = (sql: Sql) => sql`
  select name::text, sources::text, constructor_arguments, libraries, storage_layout, code_hash, is_exact, verified_at
  from ${sql(`chain_${CHAIN_ID}`)}.contract_interfaces where verified_via = 'compiler' order by address`;

test('an older index is told in one sentence to be indexed again, and is left as it is', async () => {
  const { sql } = database;
  expect(await isGatewayMigrated(sql)).toBe(false);
  const before = await readIndex(sql);
  const { code, output } = await migrate();
  expect(code).toBe(2);
  expect(output.trim()).toBe(
    `Error: The index of chain ${CHAIN_ID} was made by an older version of Astrolabe: delete it with 'npm run migrate -- --drop ${CHAIN_ID}', and the next start indexes the chain again; sources verified here are kept.`,
  );
  expect(await readIndex(sql)).toEqual(before);
  expect([await isGatewayMigrated(sql), await isMigrated(sql)]).toEqual([true, false]);
});

test('keys, plans, usage, imported names, and sources verified here of the same code, are in the new index', async () => {
  const { sql } = database;
  const [before, [same]] = [await readGateway(sql), await listVerified(sql)];
  expect(await migrate('--drop', String(CHAIN_ID))).toMatchObject({ code: 0 });
  expect(await migrate()).toMatchObject({ code: 0 });
  await indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db: openDatabase(sql, CHAIN_ID) });
  expect(await listVerified(sql)).toEqual([same]);
  expect(await readGateway(sql)).toEqual(before);
});

test('an index of before storage layouts, or of before verifications, is dropped as well', async () => {
  const { sql } = database;
  await migrateGateway(sql);
  const listKept = () => sql`select address, storage_layout from gateway.kept_verifications order by address`;
  await sql`alter table chain_31337.contract_interfaces drop column storage_layout`;
  expect(await dropChain(sql, CHAIN_ID)).toBe(true);
  const kept = ['c1', 'c2'].map((end) => ({
    address: Buffer.from(place(end).slice(2), 'hex'),
    storage_layout: null,
  }));
  expect(await listKept()).toEqual(kept);
  await migrateChain(sql, CHAIN_ID);
  await sql`alter table chain_31337.contract_interfaces drop column verified_via`;
  expect(await dropChain(sql, CHAIN_ID)).toBe(true);
  expect(await listKept()).toEqual(kept);
});
