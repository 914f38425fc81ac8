import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropChain, migrateChain } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool } from '@/lib/db/open-database';
import { dropNextSchema, switchSchema } from '@/lib/db/switch-schema';
import { runTransaction } from '@/lib/db/transaction';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { findDeployments } from '@/lib/fhe/deployments';
import { reindexChain } from '@/lib/indexer/repair/reindex';
import { takeTerm } from '@/lib/indexer/sync/leader-term';
import { lockState } from '@/lib/indexer/sync/state';
import { createLog } from '@/lib/log';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  compareTables,
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  type Tables,
} from '../support/indexer-harness';
import { until } from '../support/until';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { answerOrRefuse } from '../synthetic/node';

const TRANSACTIONS = 600;
const SIZE = { transactions: TRANSACTIONS, perBlock: 10 };
const VERIFIED = Buffer.alloc(20, 7);
const log = createLog({ name: 'test', level: 'silent' });
const rpc = createFakeRpc(answerOrRefuse(SIZE));

let database: TestDatabase;
let truth: Tables;
let db: Database;
beforeAll(async () => {
  await loadFastKeccak();
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  const { sql } = database;
  db = await openChain(sql, SYNTHETIC_CHAIN_ID);
  await indexAll({ rpc, db });
  truth = await dumpTables(db);
  // what the new index cures, and what no block tells
  await sql`update ${db.schema}.transactions set value = value + 1 where block_number = 5`;
  await sql`
    insert into ${db.schema}.contract_interfaces (address, source, verified_via, abi, abi_hash)
    values (${VERIFIED}, 'verified', 'compiler', '[]', sha256('[]'))`;
  return () => dropChain(sql, SYNTHETIC_CHAIN_ID);
});

const reindex = (options: Partial<Parameters<typeof reindexChain>[0]> = {}) =>
  reindexChain({
    ...{ sql: database.sql, url: database.url, chainId: SYNTHETIC_CHAIN_ID, rpc, log, pollMs: 20 },
    chain: { firstBlock: 0, endBlock: undefined, deployments: findDeployments(SYNTHETIC_CHAIN_ID) },
    signal: new AbortController().signal,
    ...options,
  });

/** What does not follow from the blocks is left out. */
async function dumpServed(): Promise<Tables> {
  await database.sql`delete from ${db.schema}.contract_interfaces where address = ${VERIFIED}`;
  await enrichAll(rpc, db);
  return dumpTables(db);
}

const schemasLeft = async () => {
  const rows = await database.sql<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname like 'chain%' order by 1`;
  return rows.map(({ name }) => name);
};

test('a chain is indexed anew beside its index, and the new one takes its place while it is read', async () => {
  const readers = openPool({ url: database.url, connections: 3, name: 'readers' });
  const served = openDatabase(readers, SYNTHETIC_CHAIN_ID);
  let isOver = false;
  let reads = 0;
  const read = async () => {
    while (!isOver) {
      const [row] = await readers`
        select count(*) from ${served.schema}.transactions t join ${served.schema}.blocks b on b.number = t.block_number
        where t.block_number >= ${0}`;
      const [kept] = await readers`
        select source from ${served.schema}.contract_interfaces where address = ${VERIFIED}`;
      expect(row?.count).toBe(TRANSACTIONS);
      expect(kept?.source).toBe('verified');
      reads += 1;
    }
  };
  const reading = Promise.all([read(), read(), read()]);
  expect(await reindex()).toBe(true);
  const before = reads;
  await until('reads of the new index', () => reads > before + 10);
  isOver = true;
  await reading;
  await readers.end();
  expect(await schemasLeft()).toEqual([db.name]);
  expect(compareTables(await dumpServed(), truth)).toEqual({});
});

test('a run that was stopped goes on where it was, or is dropped', async () => {
  const stopping = new AbortController();
  const reached: number[] = [];
  const first = await reindex({
    signal: stopping.signal,
    note: (outcome) => {
      if (outcome.kind === 'advanced') reached.push(outcome.tip);
      stopping.abort();
    },
  });
  expect(first).toBe(false);
  const stoppedAt = reached.at(-1) ?? -1;
  expect(stoppedAt).toBeGreaterThanOrEqual(0);
  expect(await schemasLeft()).toEqual([db.name, `${db.name}_next`]);
  const later: number[] = [];
  const note: Parameters<typeof reindex>[0] = {
    note: (outcome) => {
      if (outcome.kind === 'advanced') later.push(outcome.tip);
    },
  };
  expect(await reindex(note)).toBe(true);
  expect(Math.min(...later)).toBeGreaterThan(stoppedAt);
  expect(compareTables(await dumpServed(), truth)).toEqual({});

  const again = new AbortController();
  await reindex({ signal: again.signal, note: () => again.abort() });
  expect(await dropNextSchema(database.sql, SYNTHETIC_CHAIN_ID)).toBe(true);
  expect(await dropNextSchema(database.sql, SYNTHETIC_CHAIN_ID)).toBe(false);
  expect(await schemasLeft()).toEqual([db.name]);
});

test('a write that runs is waited for, and the leader of the old index writes nothing into the new one', async () => {
  const { sql } = database;
  await openChainBeside();
  const term = await takeTerm(db, { log, signal: new AbortController().signal, blockedMs: 1_000 });
  if (term === undefined) throw new Error('there is no term');
  const leader = { ...db, term };
  let [holds, end] = [() => {}, () => {}];
  const isHeld = new Promise<void>((resolve) => {
    holds = resolve;
  });
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const writing = runTransaction(sql, async (transaction) => {
    await lockState(transaction, leader);
    holds();
    await isOver;
    await transaction`update ${db.schema}.blocks set size = 77 where number = 0`;
  });
  await isHeld;
  const waiting = () =>
    sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const switching = switchSchema(sql, SYNTHETIC_CHAIN_ID);
  await until('the switch to wait', async () => (await waiting()).length > 0);
  const late = runTransaction(sql, (transaction) => lockState(transaction, leader)).catch(
    (error: unknown) => error,
  );
  await until('the late write to wait', async () => (await waiting()).length > 1);
  end();
  await writing;
  await switching;
  expect(await late).toMatchObject({ code: 'not_leader' });
  const rows = await sql`select 1 from ${db.schema}.blocks where size = 77`;
  expect(rows).toHaveLength(0);
  const next = await takeTerm(db, { log, signal: new AbortController().signal, blockedMs: 1_000 });
  expect(next).toBeGreaterThan(term);
});

test('an index that another process goes on with is not put in place of the served one', async () => {
  const { sql } = database;
  await openChainBeside();
  const beside = openDatabase(sql, SYNTHETIC_CHAIN_ID, `${db.name}_next`);
  const take = () => takeTerm(beside, { log, signal: new AbortController().signal, blockedMs: 1_000 });
  const [own, later] = [await take(), await take()];
  await expect(switchSchema(sql, SYNTHETIC_CHAIN_ID, own)).rejects.toMatchObject({ code: 'not_leader' });
  expect(await schemasLeft()).toEqual([db.name, beside.name]);
  await switchSchema(sql, SYNTHETIC_CHAIN_ID, later);
  expect(await schemasLeft()).toEqual([db.name]);
});

/** Indexes the chain beside its index, without a switch. */
async function openChainBeside(): Promise<void> {
  const name = `${db.name}_next`;
  await migrateChain(database.sql, SYNTHETIC_CHAIN_ID, name);
  await indexAll({ rpc, db: openDatabase(database.sql, SYNTHETIC_CHAIN_ID, name) });
}
