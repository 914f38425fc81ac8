import { afterAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { BY_ADDRESS, createBatchLoader, createSharedRead } from './batch-loader';

// Nothing is asked of it: a pool connects with its first query.
const pool = openPool({ url: 'postgres://localhost/none', connections: 1, name: 'test' });
const db = openDatabase(pool, 1);
const other = openDatabase(pool, 2);
const [first, second] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)];
let batches: { chainId: number; addresses: string[] }[] = [];

const load = createBatchLoader(async ({ chainId }, addresses: readonly Buffer[]) => {
  batches.push({ chainId, addresses: addresses.map((address) => address.toString('hex', 0, 1)) });
  if (addresses.length === 3) throw new Error('three are too many');
  return addresses.map((address) => ({ address, chainId }));
}, BY_ADDRESS);

beforeEach(() => {
  batches = [];
});
afterAll(() => pool.end({ timeout: 1 }));

test('what is asked for at the same moment is read once, each address once, each chain by itself, and each gets its own', async () => {
  const answers = await Promise.all([
    load(db, [first, null]),
    load(db, [second, first]),
    load(other, [first]),
  ]);
  expect(batches).toEqual([
    { chainId: 1, addresses: ['01', '02'] },
    { chainId: 2, addresses: ['01'] },
  ]);
  expect(answers.map((rows) => [...rows.values()].map(({ address }) => address[0]))).toEqual([
    [1],
    [2, 1],
    [1],
  ]);
  expect(answers.map((rows) => rows.get(first.toString('hex'))?.chainId)).toEqual([1, 1, 2]);
});

test('who asks later is read for again, and nothing is read for nobody', async () => {
  await load(db, [first]);
  await load(db, [first]);
  expect((await load(db, [null])).size).toBe(0);
  expect(batches.length).toBe(2);
});

test('a read that fails fails for all who share it, and for nobody after', async () => {
  const shared = await Promise.allSettled([load(db, [first, second]), load(db, [Buffer.alloc(20, 3)])]);
  expect(shared.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await load(db, [first])).size).toBe(1);
});

test('something that a chain has one of is read once for all who ask at the same moment', async () => {
  let reads = 0;
  const read = createSharedRead(async ({ chainId }) => {
    reads += 1;
    return chainId;
  });
  expect(await Promise.all([read(db), read(db), read(other)])).toEqual([1, 1, 2]);
  expect(reads).toBe(2);
  await read(db);
  expect(reads).toBe(3);
});
