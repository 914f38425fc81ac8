import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { startAnvil } from '@/demo/anvil';
import { AppError } from '@/lib/errors';
import { findDeployments } from '@/lib/fhe/deployments';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { findTip } from '@/lib/indexer/sync/state';
import { createLog } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { compareIndex, countWaiting, dumpTables, indexAll, openChain } from '../support/indexer-harness';
import { shareTestChain } from '../support/shared-chain';

const CHAIN_ID = 31_337;
const END_BLOCK = 60;
const log = createLog({ name: 'test', level: 'silent' });

const [chain, database, calm] = await Promise.all([shareTestChain(), provideDatabase(), provideDatabase()]);

/** A node that fails the first few of every so many requests, as in an outage longer than the client's retries. */
function failing(rpc: Rpc, { first, of }: { first: number; of: number }): Rpc & { failures(): number } {
  let requests = 0;
  let failures = 0;
  const failingRpc = createFakeRpc((method, params) => {
    requests += 1;
    if (requests % of >= first) return rpc.request(method, params);
    failures += 1;
    return Promise.reject(new AppError('node_unreachable', 'made to fail'));
  });
  return { ...failingRpc, failures: () => failures };
}

test('the loop goes on through failures, stops at the end block, and ends when aborted', async () => {
  const real = createRpc({ urls: [chain.rpcUrl] });
  const rpc = failing(real, { first: 4, of: 300 });
  const db = await openChain(database.sql, CHAIN_ID);
  const stopping = new AbortController();
  const followed = { firstBlock: 0, endBlock: END_BLOCK, deployments: findDeployments(CHAIN_ID) };
  const run = runIndexer({ rpc, db, chain: followed, log, signal: stopping.signal, pollMs: 20 });
  const isDone = async () => (await findTip(db))?.number === END_BLOCK && (await countWaiting(db)) === 0;
  await vi.waitUntil(isDone, { timeout: 500_000, interval: 50 });
  stopping.abort();
  await run;
  expect(rpc.failures()).toBeGreaterThan(2);
  const calmDb = await openChain(calm.sql, CHAIN_ID);
  await indexAll({ rpc: real, db: calmDb, endBlock: END_BLOCK });
  // With an end block, noted when the head is asked for again: after 5 s, if that long.
  for (const { sql, schema } of [db, calmDb])
    await sql`update ${schema}.indexer_state set finalized_block = null`;
  expect(await compareIndex(db, await dumpTables(calmDb))).toEqual({});
});

test('at the head indexes are rebuilt, and what an interrupted rebuild left is gone', async () => {
  const db = await openChain(database.sql, CHAIN_ID);
  await db.sql`create index logs_address_ccnew on ${db.schema}.logs (address)`;
  await db.sql`
    update pg_index set indisvalid = false where indexrelid = ${`${db.name}.logs_address_ccnew`}::text::regclass`;
  const followed = { firstBlock: 0, endBlock: END_BLOCK, deployments: findDeployments(CHAIN_ID) };
  const stopping = new AbortController();
  const run = runIndexer({
    rpc: createRpc({ urls: [chain.rpcUrl] }),
    db,
    chain: followed,
    log,
    signal: stopping.signal,
  });
  await expect
    .poll(() => db.sql`select from pg_index where not indisvalid`, { timeout: 500_000 })
    .toHaveLength(0);
  stopping.abort();
  await run;
});

test('what trying again cannot cure ends the loop', async () => {
  const db = await openChain(database.sql, CHAIN_ID);
  const followed = { firstBlock: 3, endBlock: undefined };
  const signal = new AbortController().signal;
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  await expect(runIndexer({ rpc, db, chain: followed, log, signal })).rejects.toMatchObject({
    code: 'chain_mismatch',
  });
});

test('another chain with the same id is waited out, not indexed over the stored one', async () => {
  const other = await startAnvil({ timestamp: 1_700_000_000 });
  try {
    await other.request('evm_mine', []);
    const db = await openChain(database.sql, CHAIN_ID);
    const before = await dumpTables(db);
    const [right, wrong] = [chain.rpcUrl, other.rpcUrl].map((url) => createRpc({ urls: [url] }));
    let node = wrong;
    const rpc = createFakeRpc(async (method, params) => node?.request(method, params));
    const said: string[] = [];
    const stopping = new AbortController();
    const run = runIndexer({
      rpc,
      mempoolRpc: rpc,
      db,
      chain: { firstBlock: 0, endBlock: END_BLOCK + 5, deployments: findDeployments(CHAIN_ID) },
      log: pino({ errorKey: 'error' }, { write: (line: string) => said.push(line) }),
      signal: stopping.signal,
      pollMs: 20,
    });
    await vi.waitUntil(() => said.join('').includes('another chain'), { timeout: 500_000 });
    expect(await compareIndex(db, before)).toEqual({});
    node = right;
    await vi.waitUntil(async () => (await findTip(db))?.number === END_BLOCK + 5, { timeout: 500_000 });
    node = wrong;
    const complaints = () => said.filter((line) => line.includes('nothing is written or removed')).length;
    await vi.waitUntil(() => complaints() === 2, { timeout: 500_000 });
    expect((await findTip(db))?.number).toBe(END_BLOCK + 5);
    stopping.abort();
    await run;
  } finally {
    await other.stop();
  }
});
