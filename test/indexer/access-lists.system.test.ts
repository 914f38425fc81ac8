import { beforeEach, expect, test } from 'vitest';
import { migrateChain } from '@/lib/db/migrate';
import { type Database, openDatabase } from '@/lib/db/open-database';
import { hexToBuffer } from '@/lib/evm/hex';
import { carryOverLists } from '@/lib/indexer/repair/carry-over-lists';
import { fillMissingList } from '@/lib/indexer/repair/missing-access-lists';
import { rewriteBlock } from '@/lib/indexer/repair/rewrite-block';
import { verifyBlocks } from '@/lib/indexer/repair/verify-block';
import { fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { prepareBatch } from '@/lib/indexer/sync/prepare';
import { createStrictProver } from '@/lib/indexer/sync/prover';
import { removeBlocks } from '@/lib/indexer/sync/remove-blocks';
import { findTip } from '@/lib/indexer/sync/state';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { NoAnswerError, RpcError } from '@/lib/rpc/rpc-error';
import { AMSTERDAM } from '../support/amsterdam-chain';
import { createAmsterdamNode } from '../support/amsterdam-node';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { dumpTables, enrichAll, indexAll, openChain, openContext } from '../support/indexer-harness';

const CHAIN = 7928;
const FIRST = 1;
const LISTS = ['debug_getRawBlockAccessList', 'eth_getBlockAccessList'];
const { sql } = await provideDatabase();
let db: Database;

beforeEach(async () => {
  await sql`drop schema if exists ${sql(`chain_${CHAIN}`)} cascade`;
  db = await openChain(sql, CHAIN);
});

const refusal = (code: number, message: string) => (method: string) =>
  LISTS.includes(method) ? new RpcError(method, { code, message }) : undefined;
const index = (rpc: ReturnType<typeof createFakeRpc>) =>
  indexAll({ rpc, db, firstBlock: FIRST, mode: 'required' });
const readLists = () => db.sql<{ block_number: number; rlp: Buffer | null }[]>`
  select block_number, rlp from ${db.schema}.block_access_lists order by block_number`;
const ALL = AMSTERDAM.blocks.map(({ accessListRlp }, at) => ({
  block_number: at + FIRST,
  rlp: hexToBuffer(accessListRlp),
}));
const NONE = ALL.map(({ block_number }) => ({ block_number, rlp: null }));

test.each([
  ['RLP', createAmsterdamNode()],
  [
    'JSON',
    createAmsterdamNode((method) => (method === LISTS[0] ? refusal(-32601, 'no method')(method) : undefined)),
  ],
])('the lists of all blocks are stored from %s, with the balances after each block', async (_, node) => {
  await index(createFakeRpc(node));
  expect(await readLists()).toEqual(ALL);
  const balances = await db.sql<{ address: string; block_number: number; balance: string }[]>`
    select '0x' || encode(address, 'hex') as address, block_number, balance from ${db.schema}.coin_balances`;
  const expected = AMSTERDAM.blocks.flatMap(({ accessList }, at) =>
    accessList.flatMap((account) => {
      const last: unknown = Array.isArray(account.balanceChanges) ? account.balanceChanges.at(-1) : undefined;
      const balance = String(BigInt(Reflect.get(Object(last), 'value') ?? -1));
      return balance === '-1' ? [] : [{ address: account.address, block_number: at + FIRST, balance }];
    }),
  );
  const sort = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  expect(sort([...balances])).toEqual(sort(expected));
});

test.each([
  ['without the methods', refusal(-32601, 'the method does not exist')],
  ['that has pruned them', refusal(4444, 'pruned history unavailable')],
  ['that limits the rate', refusal(429, 'too many requests')],
  ['that answers null', (method: string) => (LISTS.includes(method) ? null : undefined)],
  ['that answers something else', (method: string) => (LISTS.includes(method) ? { no: 'list' } : undefined)],
  ['whose lists are of other blocks', (method: string) => (LISTS.includes(method) ? '0xc0' : undefined)],
])('blocks of a node %s are indexed without lists', async (_, deviate) => {
  await index(createFakeRpc(createAmsterdamNode(deviate)));
  expect(await readLists()).toEqual(NONE);
  expect(await findTip(db)).toMatchObject({ number: 10 });
});

test('a node that does not answer is asked for no more lists for a time', async () => {
  const late = (method: string) =>
    LISTS.includes(method)
      ? new NoAnswerError(method, { code: 'node_unreachable', reason: 'no answer in time' })
      : undefined;
  const node = createAmsterdamNode(late);
  await index(createFakeRpc(node));
  expect(await readLists()).toEqual(NONE);
  // one for each of the blocks that are fetched at once
  expect(node.asked.filter((method) => LISTS.includes(method)).length).toBeLessThanOrEqual(6);
});

test('where one endpoint is wrong about a list, another one is asked', async () => {
  const wrong = createAmsterdamNode((method) => (LISTS.includes(method) ? '0xc0' : undefined));
  await index(createFakeRpc({ wrong, right: createAmsterdamNode() }));
  expect(await readLists()).toEqual(ALL);
});

test('lists that were missing are fetched later, and the index is as if they had been there', async () => {
  await index(createFakeRpc(createAmsterdamNode()));
  const whole = await dumpTables(db);
  await sql`drop schema ${db.schema} cascade`;
  db = await openChain(sql, CHAIN);
  await index(createFakeRpc(createAmsterdamNode(refusal(4444, 'pruned'))));
  const source = { rpc: createFakeRpc(createAmsterdamNode()), db, tracing: { method: null } };
  const tried: number[] = [];
  for (let below: number | undefined = 100; below !== undefined; ) {
    below = await fillMissingList(source, below);
    if (below !== undefined) tried.push(below);
  }
  expect(tried).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await dumpTables(db)).toEqual(whole);
});

test('lists and balances are removed with their blocks', async () => {
  const rpc = createFakeRpc(createAmsterdamNode());
  await indexAll({ rpc, db, firstBlock: FIRST, endBlock: 4 });
  const before = await dumpTables(db);
  await index(rpc);
  const tip = await findTip(db);
  if (!tip) throw new Error('no tip');
  await removeBlocks(db, { ancestor: 4, tip, codes: { addresses: [], codes: [] } });
  const { block_access_lists, coin_balances } = await dumpTables(db);
  expect({ block_access_lists, coin_balances }).toEqual({
    block_access_lists: before.block_access_lists,
    coin_balances: before.coin_balances,
  });
});

test('a block that is rewritten keeps its list when the node has it no longer', async () => {
  await index(createFakeRpc(createAmsterdamNode()));
  const whole = await dumpTables(db);
  const pruned = createFakeRpc(createAmsterdamNode(refusal(4444, 'pruned')));
  const context = await openContext({ rpc: pruned, db, firstBlock: FIRST, mode: 'required' });
  const { batch } = await prepareBatch(context, new Map(), [await fetchBundle(context, 4)]);
  expect(await rewriteBlock(context, batch)).toBe(true);
  await enrichAll(pruned, db);
  expect(await dumpTables(db)).toEqual(whole);
});

test('a second index of the chain takes over the lists that its node has no longer', async () => {
  await index(createFakeRpc(createAmsterdamNode()));
  await db.sql`update ${db.schema}.block_access_lists set hash = '\\x00' where block_number = 5`;
  const name = `chain_${CHAIN}_second`;
  await migrateChain(sql, CHAIN, name);
  const second = openDatabase(sql, CHAIN, name);
  try {
    const pruned = createFakeRpc(
      createAmsterdamNode((method, height) => (height === 2 ? undefined : refusal(4444, 'pruned')(method))),
    );
    await indexAll({ rpc: pruned, db: second, firstBlock: FIRST, mode: 'required' });
    await carryOverLists(db, second);
    // that of block 5 is of another block
    const lists = (of: Database) => sql`
      select * from ${of.schema}.block_access_lists where block_number <> 5 order by 1`;
    const balances = (of: Database) => sql`
      select * from ${of.schema}.coin_balances where block_number <> 5 order by 1, 2`;
    expect(await lists(second)).toEqual(await lists(db));
    expect(await balances(second)).toEqual(await balances(db));
    expect(await sql`select rlp from ${second.schema}.block_access_lists where block_number = 5`).toEqual([
      { rlp: null },
    ]);
    expect(await sql`select from ${second.schema}.coin_balances where block_number = 5`).toHaveLength(0);
  } finally {
    await sql`drop schema ${second.schema} cascade`;
  }
});

test('a stored list that is not that of the header is found and repaired', async () => {
  const rpc = createFakeRpc(createAmsterdamNode());
  await index(rpc);
  const context = await openContext({ rpc, db, firstBlock: FIRST });
  const { signal } = new AbortController();
  const source = { ...context, prover: createStrictProver(recoverSenders), signal };
  expect(await verifyBlocks(source, [4], false)).toEqual(new Map([[4, { kind: 'proven' }]]));
  await db.sql`update ${db.schema}.block_access_lists set rlp = '\\xc0' where block_number = 4`;
  const differences = ['block_access_lists: not that of the header'];
  expect(await verifyBlocks(source, [4], true)).toEqual(new Map([[4, { kind: 'repaired', differences }]]));
  expect(await readLists()).toEqual(ALL);
});
