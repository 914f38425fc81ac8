import { beforeAll, expect, test } from 'vitest';
import { listAddressLogs } from '@/lib/api/log/query';
import { listTransfers } from '@/lib/api/token-transfer/query';
import { findTransaction, listAddressTransactions } from '@/lib/api/transaction/query';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool } from '@/lib/db/open-database';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { hexToBuffer } from '@/lib/evm/hex';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { openState } from '@/lib/indexer/sync/state';
import { provideDatabase } from '../support/database';
import { listCalls } from '../synthetic/calls';
import { CAST, SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { listDeepCalls } from '../synthetic/deep-calls';
import { type Caller, openSyntheticApi } from '../synthetic/explain-calls';
import { fillSynthetic } from '../synthetic/fill';
import { openRecordingPool } from '../synthetic/read-plans';

const SIZE = { transactions: 4_000, perBlock: 20 };
const BLOCKS = SIZE.transactions / SIZE.perBlock;
const PARTITION = 10;
const PARTITIONS = BLOCKS / PARTITION;
/** Answers of their own moment: of the process. */
const OF_THE_MOMENT = new Set(['getIndexingStatus', 'getApiConfig']);
const DEPTH = 2_000;
/** Calls made per operation: rare cases and queries come first. */
const CALLS = 8;

const plain = await provideDatabase();
const parted = await provideDatabase();
let db: Database;
beforeAll(async () => {
  await loadFastKeccak();
  await fillSynthetic(plain.sql, SIZE);
  db = openDatabase(parted.sql, SYNTHETIC_CHAIN_ID);
  await migrateGateway(parted.sql);
  await migrateChain(parted.sql, SYNTHETIC_CHAIN_ID);
  await openState(db, 0);
  await partitionChain(db, { size: PARTITION });
  await fillSynthetic(parted.sql, SIZE);
  // as for tables of millions of rows, which no plan reads from end to end
  const [row] = await parted.sql<{ name: string }[]>`select current_database() as name`;
  for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
    await parted.sql.unsafe(`alter database "${row?.name}" set enable_${way} = off`);
}, 300_000);

test('all operations answer the same with partitions as without', async () => {
  const pools = [plain, parted].map(({ url }) => openPool({ url, connections: 4, name: 'test-api' }));
  const apis = await Promise.all(pools.map((pool) => openSyntheticApi(pool, pool)));
  const [ofPlain, ofParted] = apis;
  if (!ofPlain || !ofParted) throw new Error('there are two');
  const calls = await listCalls(db);
  const deep = await listDeepCalls(db, DEPTH);
  const different: string[] = [];
  let compared = 0;
  for (const { id } of ENDPOINTS.filter((endpoint) => !OF_THE_MOMENT.has(endpoint.id))) {
    for (const path of [...(calls.get(id) ?? []).slice(0, CALLS), deep.get(id)?.path ?? []].flat()) {
      const [one, other] = await Promise.all([answerTo(ofPlain.call, path), answerTo(ofParted.call, path)]);
      compared += 1;
      if (one !== other) different.push(`${id} ${path}\n  ${one.slice(0, 300)}\n  ${other.slice(0, 300)}`);
    }
  }
  for (const { stop } of apis) await stop();
  for (const pool of pools) await pool.end({ timeout: 1 });
  expect(compared).toBeGreaterThan(ENDPOINTS.length);
  expect(different).toEqual([]);
}, 600_000);

/** Without what tells the time of an answer. */
async function answerTo(call: Caller, path: string): Promise<string> {
  const { status, body } = await call(path);
  return `${status} ${JSON.stringify(body).replace(/"request_id":"[^"]*"/g, '')}`;
}

/** The partitions that a reader reads, as the names of what is executed tell. */
async function readPartitions(read: (recorded: Database) => Promise<unknown>): Promise<Set<string>> {
  const recorder = openRecordingPool(parted.url);
  await read({ ...openDatabase(recorder.sql, SYNTHETIC_CHAIN_ID), isPartitioned: true });
  const names = new Set<string>();
  const statements = recorder.taken().filter(({ query }) => query.includes(db.name));
  for (const { query, parameters } of statements) {
    const rows = await recorder.sql.unsafe(
      `explain (analyze, timing off) ${query}`,
      [...parameters].map(toArgument),
    );
    for (const row of rows) {
      const line = String(row['QUERY PLAN']);
      const name = line.includes('never executed') ? undefined : /_part_(\w+)/.exec(line)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  await recorder.sql.end({ timeout: 1 });
  return names;
}

function toArgument(parameter: unknown): string | Buffer {
  const text = String(parameter ?? null);
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : text;
}

test('a look-up by hash reads one partition, or none', async () => {
  const [row] = await db.sql<{ hash: Buffer }[]>`
    select hash from ${db.schema}.transactions where block_number = ${BLOCKS / 2} limit 1`;
  const hash = row?.hash ?? Buffer.alloc(0);
  const found = await readPartitions((recorded) => findTransaction(recorded, hash));
  expect(numbersOf(found)).toBe(1);
  const missing = await readPartitions((recorded) => findTransaction(recorded, Buffer.alloc(32, 0xff)));
  expect(numbersOf(missing)).toBe(0);
});

test('lists of an address read the partitions of its time, down from the position', async () => {
  const hub = hexToBuffer(CAST.hub);
  const coin = hexToBuffer(CAST.coin);
  const [young] = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.addresses where first_seen_block > ${BLOCKS - PARTITION} and not is_contract limit 1`;
  const address = young?.address ?? Buffer.alloc(0);
  const newest = { role: undefined, before: undefined, limit: 51 };
  const transfersOf = { kind: 'address', direction: undefined, types: [], token: undefined } as const;
  const before = { block_number: 2 * PARTITION + 10, index: 0 };
  const reads = {
    logs: await readPartitions((one) => listAddressLogs(one, coin, { before: undefined, limit: 51 })),
    deepLogs: await readPartitions((one) => listAddressLogs(one, coin, { before, limit: 51 })),
    deep: await readPartitions((one) => listAddressTransactions(one, hub, { ...newest, before })),
    young: await readPartitions((one) => listAddressTransactions(one, address, newest)),
    transfers: await readPartitions((one) =>
      listTransfers(one, { ...transfersOf, address }, { start: undefined, limit: 51 }),
    ),
  };
  for (const [name, partitions] of Object.entries(reads))
    expect(numbersOf(partitions), name).toBeLessThanOrEqual(4);
  expect(PARTITIONS).toBe(20);
});

/** Names of indexes of partitions begin with the same number. */
const numbersOf = (names: ReadonlySet<string>) => new Set([...names].map((name) => name.split('_')[0])).size;
