import { afterEach, expect, test } from 'vitest';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { address } from '@/test/support/api-rows';
import { provideDatabase } from '@/test/support/database';
import { openChain } from '@/test/support/indexer-harness';
import { collectPlainBlocks, removePlainBlocks } from '@/test/support/plain-chain';
import { until } from '@/test/support/until';
import { collectBatch } from './batch';
import { type EncodedBatch, encodeBatch } from './encode-batch';
import type { Preparation } from './prepare';
import { type WriteQueue, writeInTurn } from './staged-write';
import { writeBatch } from './write';

const CHAIN_ID = 7;
const { url, sql } = await provideDatabase();
const db = await openChain(sql, CHAIN_ID);
const whole = await collectPlainBlocks(
  db,
  [0, 1, 2, 3].map((number) => ({
    ...{ number, timestamp: number },
    transactions: [{ from: address(1), to: address(10 + number) }],
  })),
);
for (const facts of whole.addresses.values()) facts.code = { isContract: false, delegate: null };
const [genesis, one, two, three] = whole.blocks.map((block) => {
  const batch = collectBatch([block]);
  for (const facts of batch.addresses.values()) facts.code = { isContract: false, delegate: null };
  return encodeBatch(batch, CHAIN_ID);
}) as [EncodedBatch, EncodedBatch, EncodedBatch, EncodedBatch];
await writeBatch(db, genesis);

const opened: WriteQueue[] = [];
afterEach(async () => {
  for (const { staged } of opened.splice(0)) await staged?.discard();
  await removePlainBlocks(db, 0);
});

/** Writes with the next batch prepared; what follows the rows of the first waits until `release`. */
async function writeHeld(batch: EncodedBatch, next: EncodedBatch, on = db) {
  const writes: WriteQueue = { queue: [prepared(next)], staged: undefined };
  opened.push(writes);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holder = openPool({ url, connections: 1, name: 'holder' });
  let isHeld = false;
  const holding = holder.begin(async (held) => {
    await held`lock table ${held(db.name)}.addresses in exclusive mode`;
    isHeld = true;
    await isReleased;
  });
  await until('the lock', () => isHeld);
  const outcome = writeInTurn(on, writes, batch);
  const finish = async () => {
    release();
    await holding;
    await holder.end();
    return outcome;
  };
  return { writes, finish };
}

function prepared(batch: EncodedBatch): Preparation {
  const [range, done] = [{ from: 0, to: 0 }, Promise.resolve()];
  const ready = Promise.resolve({ batch, weight: 1 }) as Preparation['batch'];
  return { range, completed: done, collected: Promise.resolve(new Map()), batch: ready };
}

async function heights(): Promise<number[]> {
  const rows = await sql<{ number: number }[]>`select number from ${db.schema}.blocks order by 1`;
  return rows.map(({ number }) => number);
}

test('rows of the next batch are copied before the one below is committed, and committed after it', async () => {
  const { writes, finish } = await writeHeld(one, two);
  await until('the next batch', () => writes.staged !== undefined);
  expect(await writes.staged?.copied).toBe(true);
  expect(await heights()).toEqual([0]);
  expect(await finish()).toBe('written');
  expect(await heights()).toEqual([0, 1]);
  writes.queue = [prepared(three)];
  expect(await writeInTurn(db, writes, two)).toBe('written');
  expect(await heights()).toEqual([0, 1, 2]);
});

test('what was copied is rolled back when the block below is another one, or another batch comes', async () => {
  const other = { ...two, blocks: two.blocks.map((rows) => ({ ...rows, block: { ...rows.block } })) };
  for (const { block } of other.blocks) block.parent_hash = Buffer.alloc(32, 9);
  const { writes, finish } = await writeHeld(one, other);
  await until('the next batch', () => writes.staged !== undefined);
  await finish();
  writes.queue = [];
  expect(await writeInTurn(db, writes, other)).toBe('orphaned');
  expect(await heights()).toEqual([0, 1]);
  await removePlainBlocks(db, 0);
  const again = await writeHeld(one, three);
  await until('the next batch', () => again.writes.staged !== undefined);
  await again.finish();
  again.writes.queue = [];
  expect(await writeInTurn(db, again.writes, two)).toBe('written');
  expect(await heights()).toEqual([0, 1, 2]);
});

test('rows that cannot be copied fail the write of their own batch', async () => {
  const [first] = two.copies;
  if (!first) throw new Error('no rows');
  const broken = { ...two, copies: [{ ...first, chunks: [Buffer.from('no row\n')] }] };
  const { writes, finish } = await writeHeld(one, broken);
  await until('the next batch', () => writes.staged !== undefined);
  expect(await writes.staged?.copied).toBe(false);
  expect(await finish()).toBe('written');
  writes.queue = [];
  await expect(writeInTurn(db, writes, broken)).rejects.toThrow();
  expect(await heights()).toEqual([0, 1]);
});

test('nothing waits in the only connection of a pool, nor in two of one pool', async () => {
  const single = openPool({ url, connections: 1, name: 'single' });
  const alone = await writeHeld(one, two, openDatabase(single, CHAIN_ID));
  expect(await alone.finish()).toBe('written');
  expect(alone.writes.staged).toBeUndefined();
  await single.end();
  await removePlainBlocks(db, 0);
  const { writes, finish } = await writeHeld(one, two);
  await until('the next batch', () => writes.staged !== undefined);
  const second: WriteQueue = { queue: [prepared(three)], staged: undefined };
  const others = writeInTurn(db, second, one);
  await finish();
  expect(await others).toBe('outrun');
  expect(second.staged).toBeUndefined();
});
