import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { createTestApi, provideTestApi, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi({
  coinBalance: async (_chain, who, height) => {
    heights.push(height);
    return isNodeSilent ? undefined : (who.equals(BOB) ? 8n : 7n) * 10n ** 18n;
  },
});
let heights: (number | 'latest')[] = [];
let isNodeSilent = false;

const ALICE = address(30);
const BOB = address(31);
const CONTRACT = address(32);
const INNER = address(33);
const BLOCKS = 80;
const place = z.object({ block_number: z.int(), position: z.int() });
const nameOf = ({ block_number, position }: z.output<typeof place>) => `${block_number}/${position}`;

/** Each block: Alice to Bob, Bob to Alice; every tenth also Alice to herself. Block 5 creates the contract. */
beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block);
    const send = (index: number, from: Buffer, rest: Record<string, unknown>) =>
      insert.transaction(db, { block, index }, { from_address: from, ...rest });
    await send(0, ALICE, { to_address: BOB });
    await send(1, BOB, { to_address: ALICE });
    if (block % 10 === 0) await send(2, ALICE, { to_address: ALICE });
    if (block === 5) await send(3, ALICE, { to_address: null, created_contract: CONTRACT });
    await insert.log(db, { block, index: 0, log: 0 }, { address: CONTRACT });
    await insert.log(db, { block, index: 1, log: 1 }, { address: CONTRACT });
  }
  const created = { is_contract: true, created_block: 5, created_transaction_index: 3 };
  await insert.address(db, { address: CONTRACT, ...created });
  await insert.address(db, { address: INNER, ...created });
  await insert.address(db, { address: ALICE });
  await insert.token(db, { address: CONTRACT, name: Buffer.from('Coin') });
  await db.sql`insert into ${db.schema}.token_holders (holder, token_address, value) values (${ALICE}, ${CONTRACT}, 5)`;
  for (const [who, figures] of [
    [ALICE, { transactions: 177, gas_sent: '9', gas_received: '4', token_transfers: 3, blocks: 0 }],
    [CONTRACT, { transactions: 1, gas_sent: '0', gas_received: '12', token_transfers: 60, blocks: 70 }],
  ] as const)
    await db.sql`insert into ${db.schema}.address_counts ${db.sql({ address: who, ...figures })}`;
});

test('what an address sent and received is one list, newest first, each transaction once', async () => {
  const path = `/api/v2/addresses/${hex(ALICE)}/transactions`;
  const walk = async (query: Record<string, string | number> = {}) =>
    (await walkPages(api, path, { item: place, query })).flat().map(nameOf);
  const all = await walk();
  expect(all).toHaveLength(2 * BLOCKS + BLOCKS / 10 + 1);
  expect(new Set(all).size).toBe(all.length);
  expect(all.slice(0, 2)).toEqual(['79/1', '79/0']);
  expect(all.at(-1)).toBe('0/0');
  for (const items_count of [1, 7]) expect(await walk({ items_count })).toEqual(all);
  expect(await walk({ filter: 'from' })).toHaveLength(BLOCKS + BLOCKS / 10 + 1);
  expect(await walk({ filter: 'to' })).toHaveLength(BLOCKS + BLOCKS / 10);
});

test('a contract has the transaction that created it', async () => {
  const list = async (who: Buffer, query = {}) =>
    (await walkPages(api, `/api/v2/addresses/${hex(who)}/transactions`, { item: place, query }))
      .flat()
      .map(nameOf);
  expect(await list(CONTRACT)).toEqual(['5/3']);
  expect(await list(CONTRACT, { filter: 'to' })).toEqual(['5/3']);
  expect(await list(CONTRACT, { filter: 'from' })).toEqual([]);
  expect(await list(INNER)).toEqual([]);
});

test('an address tells what is known of it', async () => {
  heights = [];
  expect((await api.get(`/api/v2/addresses/${hex(CONTRACT)}`)).body).toMatchObject({
    hash: bufferToAddress(CONTRACT),
    name: 'Coin',
    is_contract: true,
    coin_balance: '7000000000000000000',
    block_number_balance_updated_at: BLOCKS - 1,
    creator_address_hash: bufferToAddress(ALICE),
    creation_transaction_hash: hex(hash(2_005_003)),
    creation_status: 'success',
    token: { name: 'Coin', type: 'ERC-20' },
    has_logs: true,
    has_token_transfers: true,
    has_tokens: false,
    has_validated_blocks: true,
  });
  expect(heights).toEqual([BLOCKS - 1]);
  expect((await api.get(`/api/v2/addresses/${hex(INNER)}`)).body).toMatchObject({
    creator_address_hash: null,
    creation_transaction_hash: hex(hash(2_005_003)),
  });
  expect((await api.get(`/api/v2/addresses/${hex(ALICE)}`)).body).toMatchObject({
    is_contract: false,
    creation_transaction_hash: null,
    has_tokens: true,
    token: null,
  });
});

test('without an answer of the node the balance is null, not zero', async () => {
  isNodeSilent = true;
  expect((await api.get(`/api/v2/addresses/${hex(ALICE)}`)).body).toMatchObject({
    coin_balance: null,
    block_number_balance_updated_at: null,
  });
  isNodeSilent = false;
});

test('an index that is far behind asks for the newest balance', async () => {
  const { sql, db } = api;
  await sql`update ${db.schema}.indexer_state set remote_head = 10000`;
  heights = [];
  expect((await api.get(`/api/v2/addresses/${hex(ALICE)}`)).body).toMatchObject({
    coin_balance: '7000000000000000000',
    block_number_balance_updated_at: null,
  });
  expect(heights).toEqual(['latest']);
  await sql`update ${db.schema}.indexer_state set remote_head = tip_number`;
});

test('counters are exact, those of the tabs stop at 51', async () => {
  const get = async (who: Buffer, what: string) =>
    (await api.get(`/api/v2/addresses/${hex(who)}/${what}`)).body;
  expect(await get(ALICE, 'counters')).toEqual({
    transactions_count: '177',
    token_transfers_count: '3',
    gas_usage_count: '9',
    validations_count: '0',
  });
  expect(await get(CONTRACT, 'counters')).toMatchObject({ gas_usage_count: '12' });
  expect(await get(ALICE, 'tabs-counters')).toEqual({
    transactions_count: 51,
    token_transfers_count: 3,
    token_balances_count: 1,
    logs_count: 0,
    validations_count: 0,
    internal_transactions_count: null,
    withdrawals_count: 0,
    coin_transfers_count: 0,
    fhe_access_count: 0,
  });
  expect(await get(CONTRACT, 'tabs-counters')).toMatchObject({ logs_count: 51, validations_count: 51 });
});

test('an address that was never seen exists, with nothing in it', async () => {
  const path = `/api/v2/addresses/${hex(address(99))}`;
  expect((await api.get(path)).body).toMatchObject({ is_contract: false, has_logs: false, token: null });
  expect((await api.get(`${path}/counters`)).body).toMatchObject({ transactions_count: '0' });
  for (const list of ['transactions', 'logs'])
    expect((await api.get(`${path}/${list}`)).body).toMatchObject({ items: [], next_page_params: null });
  expect((await api.get('/api/v2/addresses/0x12')).status).toBe(422);
  expect((await api.get(`${path}/transactions?filter=x`)).status).toBe(422);
});

test('the logs of a contract come newest first, once', async () => {
  const item = z.object({ block_number: z.int(), index: z.int() });
  const path = `/api/v2/addresses/${hex(CONTRACT)}/logs`;
  const pages = await walkPages(api, path, { item });
  expect(pages.map((page) => page.length)).toEqual([50, 50, 50, 10]);
  const positions = pages.flat().map((log) => 2 * log.block_number + log.index);
  expect(positions).toEqual(Array.from({ length: 2 * BLOCKS }, (_, at) => 2 * BLOCKS - 1 - at));
  const small = await walkPages(api, path, { item, query: { items_count: 9 } });
  expect(small.flat()).toEqual(pages.flat());
});

test('accounts are ranked by balance as far as the node told it, and the answer says so', async () => {
  const ranked = z.object({ hash: z.string(), coin_balance: z.string() });
  const walk = async (query: Record<string, string | number>) =>
    (await walkPages(api, '/api/v2/addresses', { item: ranked, query })).flat().map(({ hash: of }) => of);
  isNodeSilent = true;
  const { body: silent } = await api.get('/api/v2/addresses');
  expect(silent).toMatchObject({ items: [], next_page_params: null, meta: { status: 'unavailable' } });
  isNodeSilent = false;
  const all = await walk({});
  expect(all[0]).toBe(bufferToAddress(BOB));
  expect(all).toEqual(expect.arrayContaining([ALICE, CONTRACT].map(bufferToAddress)));
  expect(await walk({ items_count: 1 })).toEqual(all);
  expect(await walk({ items_count: 1, order: 'asc' })).toEqual([...all].reverse());
  expect((await walk({ sort: 'transactions_count' }))[0]).toBe(bufferToAddress(ALICE));
  const { body } = await api.get('/api/v2/addresses?items_count=1');
  expect(body).toMatchObject({
    items: [{ coin_balance: '8000000000000000000', transactions_count: '0' }],
    total_supply: null,
    exchange_rate: null,
    meta: { status: 'partial', message: expect.stringContaining(`the ${all.length} accounts`) },
  });
});

test('an index that begins late says so beside the first block that an address is seen in', async () => {
  const historyOf = async (of: TestApi) => (await of.get(`/api/v2/addresses/${hex(ALICE)}/activity`)).body;
  expect(await historyOf(api)).toMatchObject({ history_from: null, first_seen: { block_number: 0 } });
  const late = await createTestApi();
  try {
    expect(await historyOf(late)).toMatchObject({ history_from: null, first_seen: null });
    await insert.block(late.db, 7);
    await insert.transaction(late.db, { block: 7, index: 0 }, { from_address: ALICE });
    expect(await historyOf(late)).toMatchObject({ history_from: 7 });
  } finally {
    await late.stop();
  }
});
