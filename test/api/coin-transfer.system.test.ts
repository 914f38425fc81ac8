import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loadCoinMoves } from '@/lib/api/net-change/coin-move-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { sumMoves } from '@/lib/evm/coin-moves';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { BUILT_IN } from '@/lib/evm/signatures';
import { parseBlock } from '@/lib/rpc/block';
import { createNodelessServices } from '@/test/support/no-nodes';
import { AMSTERDAM } from '../support/amsterdam-chain';
import { AMSTERDAM_ID, createAmsterdamRpc } from '../support/amsterdam-node';
import { provideTestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';
import { indexAll } from '../support/indexer-harness';

const api = await provideTestApi({
  chainId: AMSTERDAM_ID,
  coinBalance: async (_chain, address, height) => balanceOf(address, Number(height)),
});
let balanceOf: (address: Buffer, height: number) => bigint;

const blocks = AMSTERDAM.blocks.map(({ scene, block, accessList }) => ({
  scene,
  block: parseBlock(block),
  accounts: z
    .array(
      z.object({
        address: z.string().toLowerCase(),
        balanceChanges: z.array(z.object({ index: z.coerce.number(), value: z.coerce.bigint() })),
      }),
    )
    .parse(accessList),
}));
const { pre, contracts } = z
  .object({
    pre: z.object({ funded: z.record(z.string(), z.coerce.bigint()) }),
    contracts: z.record(z.string(), z.string()),
  })
  .parse(AMSTERDAM.genesis);

const item = z.object({
  block_number: z.int(),
  log_index: z.int(),
  kind: z.string(),
  from: z.object({ hash: z.string() }),
  to: z.object({ hash: z.string() }),
  value: z.string(),
  is_proven: z.boolean(),
});
const net = z.object({
  coin_source: z.string(),
  is_coin_proven: z.boolean(),
  meta: z.object({ status: z.string(), code: z.string() }).nullable(),
  movements: z.array(
    z.object({ kind: z.string(), token: z.object({}).nullable(), amount: z.string().nullable() }),
  ),
});

/** The balance changes of each account by block and index (0: before the transactions), as the access lists say. */
function* listBalanceChanges() {
  const balances = new Map(Object.entries(pre.funded).map(([who, wei]) => [who.toLowerCase(), wei]));
  for (const { block, accounts } of blocks)
    for (const { address, balanceChanges } of accounts)
      for (const { index, value } of balanceChanges) {
        yield { height: block.number, index, address, change: value - (balances.get(address) ?? 0n) };
        balances.set(address, value);
      }
}

const sceneOf = (name: string, at: number) => {
  const found = blocks.find(({ scene }) => scene === name)?.block.transactions[at];
  if (!found) throw new Error(`no transaction ${at} of ${name}`);
  return `0x${found.hash.toString('hex')}`;
};
const shortOf = ({ kind, from, to, value }: z.output<typeof item>) => [
  kind,
  from.hash.slice(0, 6).toLowerCase(),
  to.hash.slice(0, 6).toLowerCase(),
  value,
];

beforeAll(async () => {
  await indexAll({ rpc: createAmsterdamRpc(), db: api.db, firstBlock: 1, mode: 'required' });
  const changes = [...listBalanceChanges()];
  balanceOf = (address, height) =>
    changes
      .filter((change) => change.address === `0x${address.toString('hex')}` && change.height <= height)
      .reduce((sum, { change }) => sum + change, pre.funded[`0x${address.toString('hex')}`] ?? 0n);
});

test('coin moves, fees and withdrawals of every transaction are the balance changes of the access list', async () => {
  const { db } = api;
  const context = {
    db,
    services: createNodelessServices([BUILT_IN]),
    types: 'blockscout',
    headers: {},
    chain: { chain_id: AMSTERDAM_ID, name: 'Amsterdam', symbol: 'ETH', is_demo: false },
    listChains: async () => [],
  } as const;
  const expected = new Map<string, bigint>();
  for (const { height, index, address, change } of listBalanceChanges())
    if (change !== 0n) expected.set(`${height}/${index}/${address}`, change);
  const found = new Map<string, bigint>();
  let transactions = 0;
  for (const { block } of blocks) {
    for (const { hash, index } of block.transactions) {
      const row = await findTransaction(db, hash);
      if (!row) throw new Error('the transaction is not indexed');
      const coins = await loadCoinMoves(context, row);
      expect(coins).toMatchObject({
        source: 'logs',
        isComplete: true,
        isProven: true,
        isContradicted: false,
      });
      transactions += 1;
      for (const { address, change } of sumMoves(coins.moves))
        found.set(`${block.number}/${index + 1}/0x${address.toString('hex')}`, change);
    }
    const withdrawn = await db.sql<{ address: Buffer; amount: string }[]>`
      select address, sum(amount) as amount from ${db.schema}.withdrawals
      where block_number = ${block.number} group by address having sum(amount) <> 0`;
    for (const { address, amount } of withdrawn)
      found.set(
        `${block.number}/${block.transactions.length + 1}/0x${address.toString('hex')}`,
        BigInt(amount),
      );
  }
  const keys = [...new Set([...expected.keys(), ...found.keys()])];
  const differences = keys.filter((key) => expected.get(key) !== found.get(key));
  console.log(
    `${keys.length} balance changes of ${transactions} transactions: ${differences.length} differences`,
  );
  expect([keys.length, transactions]).toEqual([98, 36]);
  expect(differences).toEqual([]);
});

test('transfers of a transaction are listed in order, its value first', async () => {
  const transaction = sceneOf('calls', 0);
  for (const items_count of [1, 50]) {
    const pages = await walkPages(api, `/api/v2/transactions/${transaction}/coin-transfers`, {
      item,
      query: { items_count },
    });
    expect(pages.flat().map(shortOf)).toEqual([
      ['value', '0x19e7', '0x73b6', '10000'],
      ['call', '0x73b6', '0x7171', '1000'],
      ['call', '0x73b6', '0x7272', '2000'],
    ]);
    expect(pages.flat().every(({ is_proven }) => is_proven)).toBe(true);
  }
  const unknown = `/api/v2/transactions/0x${'00'.repeat(32)}/coin-transfers`;
  expect((await api.get(unknown)).status).toBe(404);
});

test('transfers of an address are listed newest first, by direction and block, and as a file', async () => {
  const splitter = contracts.splitter ?? '';
  const path = `/api/v2/addresses/${splitter}/coin-transfers`;
  const all = (await walkPages(api, path, { item, query: { items_count: 2 } })).flat();
  expect(all.map(shortOf)).toEqual([
    ['call', '0x73b6', '0x7272', '2000'],
    ['call', '0x73b6', '0x7171', '1000'],
    ['value', '0x19e7', '0x73b6', '10000'],
  ]);
  const count = async (query: Record<string, string>) =>
    (await walkPages(api, path, { item, query })).flat().length;
  expect(await count({ filter: 'to' })).toBe(1);
  expect(await count({ filter: 'from' })).toBe(2);
  expect(await count({ from_block: '5' })).toBe(0);
  expect(await count({ to_block: '4' })).toBe(3);
  const { text } = await api.get(`${path}/csv?filter_value=from`);
  expect(parse(text, { columns: true })).toMatchObject([
    { BlockNumber: '4', FromAddress: bufferToAddress(hexToBuffer(splitter)), Type: 'call', Value: '2000' },
    { Value: '1000' },
  ]);
  const { body } = await api.get(`/api/v2/addresses/${splitter}/tabs-counters`);
  expect(body).toMatchObject({ coin_transfers_count: 3, token_transfers_count: 0 });
});

test('the emitter is no token: it is in no list of them, and has a name', async () => {
  const system = '0xfffffffffffffffffffffffffffffffffffffffe';
  expect((await api.get(`/api/v2/tokens/${system}`)).status).toBe(404);
  const { body: tokens } = await api.get('/api/v2/tokens');
  expect(z.object({ items: z.array(z.unknown()) }).parse(tokens).items).toHaveLength(2);
  const { body } = await api.get(`/api/v2/transactions/${sceneOf('calls', 3)}/token-transfers`);
  expect(z.object({ items: z.array(z.unknown()) }).parse(body).items).toHaveLength(1);
  const logs = await api.get(`/api/v2/transactions/${sceneOf('transfers', 0)}/logs`);
  expect(logs.body).toMatchObject({ items: [{ decoded: { method_id: 'ddf252ad' } }] });
});

test('blocks in which coin came by a call are in the history of a balance', async () => {
  // it only receives
  const path = '/api/v2/addresses/0x7171717171717171717171717171717171717171/coin-balance-history';
  const history = z.object({ block_number: z.int(), delta: z.string() });
  const found = (await walkPages(api, path, { item: history, query: { items_count: 2 } })).flat();
  const expected = blocks.flatMap(({ block: { number } }) => {
    const address = hexToBuffer('0x7171717171717171717171717171717171717171');
    const delta = balanceOf(address, number) - balanceOf(address, number - 1);
    return delta === 0n ? [] : [{ block_number: number, delta: String(delta) }];
  });
  expect(found).toEqual(expected.toReversed());
  expect(found.length).toBeGreaterThan(5);
});

const readNet = async (transaction: string) =>
  net.parse((await api.get(`/api/v2/transactions/${transaction}/net-changes`)).body);
const coinsOf = ({ movements }: z.output<typeof net>) =>
  movements.flatMap(({ kind, token, amount }) => (token === null ? [[kind, amount]] : []));

test('net changes count value and calls once, without traces, and a token beside them', async () => {
  const found = await readNet(sceneOf('calls', 3));
  expect(found).toMatchObject({ coin_source: 'logs', is_coin_proven: true, meta: null });
  expect(found.movements.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['value', '50'],
    ['call', '5'],
    ['transfer', '123'],
  ]);
  // to oneself, which is not logged; and what failed
  expect(coinsOf(await readNet(sceneOf('transfers', 2)))).toEqual([['value', '9']]);
  expect(coinsOf(await readNet(sceneOf('out-of-gas', 0)))).toEqual([]);
});

test('traces that show the same change nothing; others are told', async () => {
  const { db } = api;
  const { height, transaction } = { height: 4, transaction: sceneOf('calls', 0) };
  const ends = { from_address: hexToBuffer(contracts.splitter ?? '') };
  const call = (index: number, to: string, value: string) =>
    insert.internal(
      db,
      { block: height, index: 0, call: index },
      { ...ends, to_address: Buffer.from(to.repeat(20), 'hex'), value },
    );
  const before = await readNet(transaction);
  await call(1, '71', '1000');
  await db.sql`
    update ${db.schema}.transactions set internal_transactions_count = 2
    where block_number = ${height} and index = 0`;
  expect(await readNet(transaction)).toEqual({
    ...before,
    meta: { status: 'contradicted', code: 'traces_differ' },
  });
  await call(2, '72', '2000');
  expect(await readNet(transaction)).toEqual(before);
});

test('a chain that logs them without the headers of the fork is read alike', async () => {
  const { db } = api;
  const [sent, silent] = [sceneOf('7702', 1), sceneOf('7702', 2)];
  await db.sql`update ${db.schema}.blocks set block_access_list_hash = null where number = 8`;
  expect(await readNet(sent)).toMatchObject({ coin_source: 'logs', meta: null });
  // without such logs, nothing says that all transfers are logged
  expect(await readNet(silent)).toMatchObject({ coin_source: 'none', meta: { code: 'calls_omitted' } });
  // neither does a list in which the value is missing
  await db.sql`
    delete from ${db.schema}.logs where block_number = 8 and transaction_index = 1 and log_index = (
      select min(log_index) from ${db.schema}.logs where block_number = 8 and transaction_index = 1
    )`;
  expect(await readNet(sent)).toMatchObject({ coin_source: 'none' });
});
