import { beforeAll, expect, test } from 'vitest';
import { AppError } from '@/lib/errors';
import { bufferToHex } from '@/lib/evm/hex';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { findTip } from '@/lib/indexer/sync/state';
import { watchMempool } from '@/lib/indexer/sync/watch-mempool';
import { writePoll } from '@/lib/indexer/sync/write-pending';
import { createLog } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { bundleIndexer, indexAll, openChain, spawnIndexer } from '../support/indexer-harness';
import { startPoolChain, without } from '../support/mempool-chain';
import { provide } from '../support/provide';
import { stopChild } from '../support/stop-child';
import { until } from '../support/until';

const CHAIN_ID = 31_337;
const log = createLog({ name: 'test', level: 'silent' });

type Waiting = { hash: Buffer; first_seen: number; left_at: number | null; replaced_by: Buffer | null };

const [chain, database] = await Promise.all([provide(startPoolChain()), provideDatabase()]);
const db = await openChain(database.sql, CHAIN_ID);
beforeAll(async () => {
  await indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db });
});

/** Runs the watcher during `work`, then stops it. */
async function whileWatched(rpc: Rpc, work: () => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = watchMempool({ rpc, db, log, signal, pollMs: 20, unseenForMs: 200 });
  try {
    await work();
  } finally {
    stopping.abort();
    await watching;
  }
}

/** Runs the indexer like the program during `work`, then stops it. */
async function whileIndexed(work: () => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const followed = { firstBlock: 0, endBlock: undefined };
  const rpc = createRpc({ urls: [chain.rpcUrl], signal });
  const mempoolRpc = createRpc({ urls: [chain.rpcUrl], signal, retries: 0 });
  const running = runIndexer({ rpc, mempoolRpc, db, chain: followed, log, signal, pollMs: 20 });
  try {
    await work();
  } finally {
    stopping.abort();
    await running;
  }
}

const rpc = () => createRpc({ urls: [chain.rpcUrl], retries: 0 });

async function findWaiting(hash: Buffer): Promise<Waiting | undefined> {
  const rows = await db.sql<Waiting[]>`
    select hash, first_seen, left_at, replaced_by from ${db.schema}.pending_transactions where hash = ${hash}`;
  return rows[0];
}

async function findSighting(hash: Buffer): Promise<{ first_seen: number } | undefined> {
  const rows = await db.sql<{ first_seen: number }[]>`
    select s.first_seen from ${db.schema}.transactions t
    join ${db.schema}.transaction_sightings s on s.block_number = t.block_number and s.transaction_index = t.index
    where t.hash = ${hash}`;
  return rows[0];
}

const untilWaiting = (hash: Buffer) => until('it to be seen waiting', () => findWaiting(hash));
const isMined = async (hash: Buffer) => {
  const rows = await db.sql`select from ${db.schema}.transactions where hash = ${hash}`;
  return rows.length > 0;
};

test('what waits is stored, and mined with the times it was seen at', async () => {
  await whileIndexed(async () => {
    const begunAt = Date.now();
    const hash = await chain.send();
    const waiting = await untilWaiting(hash);
    expect(waiting).toMatchObject({ left_at: null, replaced_by: null });
    expect(waiting.first_seen).toBeGreaterThanOrEqual(begunAt);
    await chain.mine();
    await until('it to be mined', () => isMined(hash));
    expect(await findWaiting(hash)).toBeUndefined();
    expect(await findSighting(hash)).toEqual({ first_seen: waiting.first_seen });
  });
});

test('an indexer that is killed keeps what waits, and flips what was mined meanwhile', async () => {
  const program = await bundleIndexer();
  const start = () => spawnIndexer(program, { DATABASE_URL: database.url, RPC_URL: chain.rpcUrl });
  const first = start();
  const hash = await chain.send({ value: 3 });
  const waiting = await untilWaiting(hash);
  await stopChild(first.child);
  expect(await findWaiting(hash)).toEqual(waiting);
  await chain.mine();
  const second = start();
  await until('it to be mined', () => isMined(hash));
  await stopChild(second.child);
  expect(await findWaiting(hash)).toBeUndefined();
  expect(await findSighting(hash)).toEqual({ first_seen: waiting.first_seen });
});

test('a transaction that was only seen in its block has no sighting', async () => {
  const hash = await chain.send();
  await chain.mine();
  await indexAll({ rpc: rpc(), db });
  expect(await isMined(hash)).toBe(true);
  expect(await findSighting(hash)).toBeUndefined();
});

test('one that is mined with another of the same nonce is noted as replaced', async () => {
  await whileIndexed(async () => {
    const first = await chain.send({ from: 1 });
    await untilWaiting(first);
    const second = await chain.send({ from: 1, nonce: 0, tip: 2 });
    await chain.mine();
    await until('it to be replaced', async () => (await findWaiting(first))?.replaced_by?.equals(second));
    expect((await findWaiting(first))?.left_at).not.toBeNull();
    expect(await findWaiting(second)).toBeUndefined();
  });
});

test('one that the node drops is noted as left, and waits again when it comes back', async () => {
  const hash = await chain.send({ value: 7 });
  await whileWatched(rpc(), async () => {
    await untilWaiting(hash);
    await chain.request('anvil_dropTransaction', [bufferToHex(hash)]);
    await until('it to be dropped', async () => (await findWaiting(hash))?.left_at != null);
    expect(await chain.send({ value: 7 })).toEqual(hash);
    await until('it to be back', async () => (await findWaiting(hash))?.left_at === null);
  });
  await chain.mine();
  await indexAll({ rpc: rpc(), db });
  expect(await findWaiting(hash)).toBeUndefined();
});

test('a reorganization lets what it took back wait again, with the times of before', async () => {
  const before = await chain.request('evm_snapshot', []);
  const [kept, replaced] = [await chain.send({ value: 11 }), await chain.send({ from: 1, value: 12 })];
  await whileWatched(rpc(), async () => {
    await Promise.all([untilWaiting(kept), untilWaiting(replaced)]);
  });
  const rival = await chain.send({ from: 1, nonce: 1, tip: 3, value: 13 });
  const seen = await findWaiting(kept);
  await chain.mine();
  await indexAll({ rpc: rpc(), db });
  expect((await findWaiting(replaced))?.replaced_by).toEqual(rival);
  expect(await findSighting(kept)).toEqual({ first_seen: seen?.first_seen });

  await chain.request('evm_revert', [before]);
  await chain.mine();
  await chain.mine();
  await indexAll({ rpc: rpc(), db });
  expect(await isMined(kept)).toBe(false);
  expect(await findWaiting(kept)).toMatchObject({ first_seen: seen?.first_seen, left_at: null });
  expect(await findWaiting(replaced)).toMatchObject({ left_at: null, replaced_by: null });
  const [row] = await db.sql`
    select count(*)::int as count from ${db.schema}.transaction_sightings s
    where not exists (
      select from ${db.schema}.transactions t
      where t.block_number = s.block_number and t.index = s.transaction_index
    )`;
  expect(row?.count).toBe(0);
});

test.each([
  ['filter', ['txpool_content']],
  ['block', ['txpool_content', 'eth_newPendingTransactionFilter']],
])('a node may show its pool as %s', async (source, missing) => {
  await whileWatched(without(chain.rpcUrl, missing), async () => {
    const isOpen = async () => {
      const [pool] = await db.sql`select source from ${db.schema}.node_pool`;
      return pool?.source === source;
    };
    await until('the pool to be open', isOpen);
    await untilWaiting(await chain.send({ from: 2 }));
  });
});

test('what a filter announces once is stored however much it is, and when the node fails on the way', async () => {
  const announced = Array.from({ length: 1_300 }, (_, at) => Buffer.alloc(32, 0).fill(`late ${at}`));
  const real = without(chain.rpcUrl, ['txpool_content']);
  let looks = 0;
  let failures = 0;
  const node = createFakeRpc(async (method, params) => {
    if (method === 'eth_newPendingTransactionFilter') return '0x1';
    if (method === 'eth_getFilterChanges') {
      looks += 1;
      return looks === 2 ? announced.map(bufferToHex) : [];
    }
    const [hash] = params;
    if (method !== 'eth_getTransactionByHash' || typeof hash !== 'string')
      return real.request(method, params);
    if (hash === bufferToHex(announced[600] ?? Buffer.alloc(0)) && failures < 2) {
      failures += 1;
      throw new AppError('node_unreachable', 'The node did not answer in time.');
    }
    const [from, to, nonce] = [`0x${'ef'.repeat(20)}`, `0x${'11'.repeat(20)}`, '0x0'];
    const fees = { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' };
    return {
      hash,
      from,
      to,
      nonce,
      type: '0x2',
      value: '0x0',
      gas: '0x5208',
      input: '0x',
      blockHash: null,
      ...fees,
    };
  });
  await whileWatched(node, async () => {
    await until('all to be stored', async () => {
      const [row] = await db.sql<{ count: number; looks: number }[]>`
        select count(*)::int as count, count(distinct looked_before)::int as looks
        from ${db.schema}.pending_transactions where from_address = ${Buffer.alloc(20, 0xef)}`;
      return row?.count === announced.length && row.looks === 1;
    });
  });
  expect(failures).toBe(2);
  await database.sql`delete from ${db.schema}.pending_transactions where from_address = ${Buffer.alloc(20, 0xef)}`;
});

test('a node that hides its pool is no trouble', async () => {
  const hidden = without(chain.rpcUrl, ['txpool_content', 'eth_newPendingTransactionFilter']);
  const finished = createFakeRpc((method, [tag, ...rest]) =>
    hidden.request(method, [...(tag === undefined ? [] : [tag === 'pending' ? 'latest' : tag]), ...rest]),
  );
  await whileWatched(finished, async () => {
    const isNoted = async () => {
      const [pool] = await db.sql`select source from ${db.schema}.node_pool`;
      return pool?.source === 'none';
    };
    await until('that to be noted', isNoted);
  });
});

test('what a hostile node calls its pool harms nothing', async () => {
  const good = await chain.send({ from: 2 });
  const real = rpc();
  const known = await real.request('eth_getTransactionByHash', [bufferToHex(good)]);
  const huge = { ...Object(known), hash: `0x${'ab'.repeat(32)}`, input: `0x${'00'.repeat(200_000)}` };
  const lists = [null, 7, 'x', {}, { hash: '0x12' }, { ...Object(known), nonce: '0xzz' }, huge, known, known];
  const hostile = createFakeRpc(async (method, params) => {
    if (method !== 'txpool_content') return real.request(method, params);
    return { pending: { a: { ...lists }, b: null, c: 'text' }, queued: [1, 2], other: {} };
  });
  const [before] = await db.sql`select count(*)::int as count from ${db.schema}.pending_transactions`;
  await database.sql`delete from ${db.schema}.pending_transactions where hash = ${good}`;
  await whileWatched(hostile, async () => {
    await untilWaiting(good);
  });
  const [after] = await db.sql`select count(*)::int as count from ${db.schema}.pending_transactions`;
  expect(after?.count).toBeLessThanOrEqual((before?.count ?? 0) + 1);
  expect(await findTip(db)).toBeDefined();
});

test('one look recovers no more signatures than take a moment', async () => {
  const authorization = { chainId: 1n, address: Buffer.alloc(20), nonce: 0n, yParity: 0n, r: 1n, s: 1n };
  const transactions = Array.from({ length: 9 }, (_, number) => ({
    ...{ hash: Buffer.alloc(32, 0xc0 + number), type: 4, from: Buffer.alloc(20, 7), to: Buffer.alloc(20) },
    ...{ nonce: BigInt(number), value: 0n, input: Buffer.alloc(0), gasLimit: 21_000n, gasPrice: null },
    ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, maxFeePerBlobGas: null, blobVersionedHashes: null },
    ...{ chainId: null, accessList: [], signature: null, deposit: null },
    authorizations: number === 8 ? [] : Array.from({ length: 150 }, () => authorization),
  }));
  const left = await writePoll(db, { transactions, seenAt: 2_000, lookedBefore: 1_000 });
  const stored = await Promise.all(transactions.map(({ hash }) => findWaiting(hash)));
  // two with 150 signatures, and the one without
  expect(stored.map((row) => row !== undefined)).toEqual([true, true, ...Array(6).fill(false), true]);
  expect(left).toEqual(transactions.slice(2, 8).map(({ hash }) => hash));
});
