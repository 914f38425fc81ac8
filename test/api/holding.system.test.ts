import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const COIN = address(20);
const NFT = address(21);
const MULTI = address(22);
const CONFIDENTIAL = address(23);
const HYBRID = address(24);
const ALICE = address(1000);
const HUGE = 2n ** 270n;

async function hold(token: Buffer, holder: Buffer, value: bigint | number): Promise<void> {
  const { sql, db } = api;
  await sql`
    insert into ${db.schema}.token_holders (holder, token_address, value)
    values (${holder}, ${token}, ${String(value)}::numeric)`;
}

async function holdInstance(
  token: Buffer,
  id: number | bigint,
  held: { holder: Buffer; value: number },
): Promise<void> {
  const { sql, db } = api;
  await sql`
    insert into ${db.schema}.token_instance_holders (holder, token_address, token_id, value)
    values (${held.holder}, ${token}, ${String(id)}::numeric, ${held.value})`;
}

beforeAll(async () => {
  const { db } = api;
  await insert.token(db, { address: COIN });
  await insert.token(db, { address: NFT, type: 'ERC-721' });
  await insert.token(db, { address: MULTI, type: 'ERC-1155' });
  await insert.token(db, { address: CONFIDENTIAL, type: 'ERC-7984' });
  for (let at = 0; at < 120; at += 1) await hold(COIN, address(100 + at), Math.floor(at / 4) + 1);
  await hold(COIN, ALICE, HUGE);
  await hold(COIN, address(99), -5);
  await hold(CONFIDENTIAL, ALICE, 5);
  await hold(NFT, ALICE, 60);
  for (let id = 0; id < 60; id += 1) {
    await insert.instance(db, { token: NFT, id, owner: ALICE });
    await holdInstance(NFT, id, { holder: ALICE, value: 1 });
  }
  await insert.instance(db, { token: MULTI, id: HUGE });
  for (let id = 1; id <= 59; id += 1) {
    await insert.instance(db, { token: MULTI, id });
    await holdInstance(MULTI, id, { holder: ALICE, value: id });
  }
  await holdInstance(MULTI, 60, { holder: ALICE, value: -60 });
  await insert.instance(db, { token: MULTI, id: 60 });
  await holdInstance(MULTI, 7, { holder: address(2), value: 21 });
  await holdInstance(MULTI, 7, { holder: address(3), value: 7 });
  await insert.token(db, { address: HYBRID, type: 'ERC-404' });
  await hold(HYBRID, ALICE, 2_500);
  for (const id of [1, 2]) {
    await insert.instance(db, { token: HYBRID, id, owner: ALICE });
    await holdInstance(HYBRID, id, { holder: ALICE, value: 1 });
  }
  await holdInstance(MULTI, HUGE, { holder: ALICE, value: 9 });
  await holdInstance(MULTI, HUGE, { holder: address(2), value: 3 });
  await holdInstance(MULTI, HUGE, { holder: address(3), value: -3 });
  for (let at = 0; at < 70; at += 1) {
    await insert.token(db, { address: address(2_000 + at) });
    await hold(address(2_000 + at), ALICE, at + 1);
  }
});

const holder = z.object({ address: z.object({ hash: z.string() }), value: z.string() });

test('holders come once, those with the most first; nobody holds less than something', async () => {
  const path = `/api/v2/tokens/${hex(COIN)}/holders`;
  const pages = await walkPages(api, path, { item: holder });
  expect(pages.map((page) => page.length)).toEqual([50, 50, 21]);
  const values = pages.flat().map(({ value }) => BigInt(value));
  expect(values[0]).toBe(HUGE);
  expect(values).toEqual([...values].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  expect(values.at(-1)).toBe(1n);
  expect(new Set(pages.flat().map((row) => row.address.hash)).size).toBe(121);
  for (const items_count of [1, 7])
    expect((await walkPages(api, path, { item: holder, query: { items_count } })).flat()).toEqual(
      pages.flat(),
    );
});

test('nobody can tell who holds a confidential token', async () => {
  const answer = await api.get(`/api/v2/tokens/${hex(CONFIDENTIAL)}/holders`);
  expect(answer.body).toEqual({ items: [], next_page_params: null, meta: null });
});

test('an NFT has its holders', async () => {
  const answer = await api.get(`/api/v2/tokens/${hex(MULTI)}/instances/${HUGE}/holders`);
  expect(answer.body).toMatchObject({
    items: [
      { address: { hash: bufferToAddress(ALICE) }, value: '9', token_id: HUGE.toString() },
      { value: '3' },
    ],
    next_page_params: null,
  });
  expect((await api.get(`/api/v2/tokens/${hex(NFT)}/instances/7000/holders`)).body).toEqual({
    items: [],
    next_page_params: null,
    meta: null,
  });
  const seventh = await api.get(`/api/v2/tokens/${hex(MULTI)}/instances/7/holders`);
  expect(seventh.body).toMatchObject({
    items: ['21', '7', '7'].map((value) => ({ value, token_id: '7', id_supply: '35' })),
  });
  for (const path of [`${hex(COIN)}/instances/1/holders`, `${hex(address(7))}/holders`])
    expect((await api.get(`/api/v2/tokens/${path}`)).status).toBe(404);
});

test('holders of IDs are listed by ID and balance: amounts of IDs have no sum', async () => {
  const item = z.object({
    address: z.object({ hash: z.string() }),
    ...{ value: z.string(), token_id: z.string(), id_supply: z.string() },
  });
  const path = `/api/v2/tokens/${hex(MULTI)}/holders`;
  const pages = await walkPages(api, path, { item });
  expect(pages.map((page) => page.length)).toEqual([50, 13]);
  const shown = pages.flat().map(({ value, token_id, id_supply }) => [token_id, value, id_supply]);
  expect(shown.slice(0, 3)).toEqual([
    [String(HUGE), '9', '12'],
    [String(HUGE), '3', '12'],
    ['59', '59', '59'],
  ]);
  expect(shown.filter(([id]) => id === '7')).toEqual(['21', '7', '7'].map((value) => ['7', value, '35']));
  for (const items_count of [1, 9])
    expect((await walkPages(api, path, { item, query: { items_count } })).flat()).toEqual(pages.flat());
});

test('the tokens of an address come once, of all standards or of some', async () => {
  const item = z.object({
    token: z.object({ address_hash: z.string(), type: z.string() }),
    value: z.string(),
    token_id: z.string().nullable(),
    token_instance: z.object({ id: z.string(), value: z.string() }).nullable(),
  });
  const path = `/api/v2/addresses/${hex(ALICE)}/tokens`;
  const walk = async (query: Record<string, string | number> = {}) =>
    (await walkPages(api, path, { item, query })).flat();
  const all = await walk();
  expect(all).toHaveLength(134);
  expect(new Set(all.map(({ token }) => token.address_hash)).size).toBe(75);
  expect(new Set(all.map(({ token, token_id }) => `${token.address_hash} ${token_id}`)).size).toBe(134);
  for (const items_count of [1, 9, 50]) expect(await walk({ items_count })).toEqual(all);
  const ids = await walk({ type: 'ERC-1155', items_count: 20 });
  expect(ids.map(({ token_id, value }) => [token_id, value])).toEqual([
    ...Array.from({ length: 59 }, (_, at) => [String(at + 1), String(at + 1)]),
    [String(HUGE), '9'],
  ]);
  for (const { token_id, token_instance, value } of ids)
    expect(token_instance).toEqual({ id: token_id, value });
  expect(await walk({ type: 'ERC-404' })).toMatchObject([{ value: '2500', token_id: null }]);
  expect(await walk({ type: 'ERC-721' })).toMatchObject([{ token: { type: 'ERC-721' }, value: '60' }]);
  expect(await walk({ type: 'ERC-20', items_count: 50 })).toHaveLength(71);
  const none = await api.get(`/api/v2/addresses/${hex(address(7))}/tokens`);
  expect(none.body).toEqual({ items: [], next_page_params: null, meta: null });
});

test('the NFTs of an address come once, with their collections', async () => {
  const item = z.object({
    id: z.string(),
    value: z.string(),
    token_type: z.string(),
    token: z.object({ address_hash: z.string() }),
  });
  const path = `/api/v2/addresses/${hex(ALICE)}/nft`;
  const pages = await walkPages(api, path, { item });
  expect(pages.map((page) => page.length)).toEqual([50, 50, 22]);
  const ids = pages.flat().map(({ token, id }) => `${token.address_hash}/${id}`);
  expect(new Set(ids).size).toBe(122);
  const small = await walkPages(api, path, { item, query: { items_count: 8 } });
  expect(small.flat()).toEqual(pages.flat());
  const multi = await walkPages(api, path, { item, query: { type: 'ERC-1155' } });
  expect(multi.flat()).toHaveLength(60);
  expect(multi.flat().at(-1)).toMatchObject({ id: HUGE.toString(), value: '9', token_type: 'ERC-1155' });
});

test('somebody who has very many of one standard is looked through in parts', async () => {
  const { sql, db } = api;
  const BOB = address(1001);
  const MANY = 2_300;
  await sql`
    insert into ${db.schema}.tokens (address, type, first_seen_block, transfers_count)
    select decode('0f' || lpad(to_hex(n), 38, '0'), 'hex'),
      case when n % 1000 = 999 then 'ERC-721' when n = 1 then 'ERC-1155' else 'ERC-20' end, 0, 1
    from generate_series(1, ${MANY}) n`;
  await sql`
    insert into ${db.schema}.token_balance_checks (token_address, balances_by, block_number, transfers_count)
    select address, 'transfers', 0, 0 from ${db.schema}.tokens where substring(address for 1) = decode('0f', 'hex')`;
  await sql`
    insert into ${db.schema}.token_holders (token_address, holder, value)
    select address, ${BOB}, 1 from ${db.schema}.tokens where substring(address for 1) = decode('0f', 'hex')`;
  await hold(NFT, BOB, 61);
  await sql`
    insert into ${db.schema}.token_instances (token_address, token_id, transfers_count)
    select a, n, 1 from (values (decode('0f' || lpad('1', 38, '0'), 'hex'), ${MANY}), (${NFT}, 60)) k (a, most),
      generate_series(1, most) n
    on conflict do nothing`;
  await sql`
    insert into ${db.schema}.token_instance_holders (token_address, token_id, holder, value)
    select token_address, token_id, ${BOB}, 1 from ${db.schema}.token_instances
    where token_address in (decode('0f' || lpad('1', 38, '0'), 'hex'), ${NFT}) and token_id < 9999`;
  const item = z.object({ token: z.object({ type: z.string() }) });
  const of = (path: string, type: string) =>
    walkPages(api, `/api/v2/addresses/${hex(BOB)}/${path}`, { item, query: { type } });
  const tokens = await of('tokens', 'ERC-721');
  expect(tokens.map((page) => page.length)).toEqual([3]);
  expect((await of('nft/collections', 'ERC-721')).flat()).toHaveLength(3);
  expect((await of('tokens', 'ERC-1155')).flat()).toHaveLength(MANY);
  expect((await of('tokens', 'ERC-20')).flat()).toHaveLength(MANY - 3);
  const nfts = await of('nft', 'ERC-721');
  expect(nfts.flat()).toHaveLength(61);
  expect(nfts.flat().every(({ token }) => token.type === 'ERC-721')).toBe(true);
  expect((await of('nft', 'ERC-1155')).flat()).toHaveLength(MANY);
});

test('a collection can be limited to what one address has', async () => {
  const item = z.object({ id: z.string(), value: z.string() });
  const path = `/api/v2/tokens/${hex(NFT)}/instances`;
  const query = { holder_address_hash: hex(ALICE), items_count: 25 };
  const pages = await walkPages(api, path, { item, query });
  expect(pages.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at));
  const others = await walkPages(api, path, { item, query: { holder_address_hash: hex(address(9)) } });
  expect(others).toEqual([[]]);
});

test('the collections of an address come once, each with the highest ids that it has', async () => {
  const path = `/api/v2/addresses/${hex(ALICE)}/nft/collections`;
  const collection = z.object({
    token: z.object({ address_hash: z.string() }),
    amount: z.string(),
    token_instances: z.array(z.object({ id: z.string(), value: z.string() })),
  });
  const [first, second, third, ...rest] = (
    await walkPages(api, path, { item: collection, query: { items_count: 1 } })
  ).flat();
  expect(rest).toEqual([]);
  expect([first?.token.address_hash, first?.amount]).toEqual([bufferToAddress(NFT), '60']);
  expect(first?.token_instances.map(({ id }) => id)).toEqual(
    Array.from({ length: 9 }, (_, at) => String(59 - at)),
  );
  expect(second?.amount).toBe('60');
  expect(second?.token_instances.slice(0, 2)).toEqual([
    { id: String(HUGE), value: '9' },
    { id: '59', value: '59' },
  ]);
  expect(third).toMatchObject({ amount: '2', token_instances: [{ id: '2' }, { id: '1' }] });
  const of = async (type: string) =>
    (await walkPages(api, path, { item: collection, query: { type } })).flat().map(({ amount }) => amount);
  expect([await of('ERC-1155'), await of('ERC-20'), await of('ERC-721,ERC-20')]).toEqual([
    ['60'],
    [],
    ['60'],
  ]);
});

test('more IDs than are counted have no number, and their token has no sum', async () => {
  const BOB = hex(address(1001));
  const { items } = z
    .object({
      items: z.array(z.object({ amount: z.string().nullable(), token_instances: z.array(z.unknown()) })),
    })
    .parse((await api.get(`/api/v2/addresses/${BOB}/nft/collections?type=ERC-1155`)).body);
  expect(items.map(({ amount, token_instances }) => [amount, token_instances.length])).toEqual([[null, 9]]);
});

test('IDs whose balances the contract tells are listed wherever tokens are, though transfers do not show them', async () => {
  const { sql, db } = api;
  const [TOLD, CAROL] = [address(25), address(1002)];
  await insert.token(db, { address: TOLD, type: 'ERC-1155', balances_by: 'calls' });
  for (const [id, value] of [
    [1, 40],
    [2, 0],
    [3, 60],
  ] as const) {
    await insert.instance(db, { token: TOLD, id });
    await sql`
      insert into ${db.schema}.token_instance_balances (holder, token_address, token_id, value, block_number)
      values (${CAROL}, ${TOLD}, ${id}, ${value}, 0)`;
  }
  const read = async (path: string) => (await api.get(`/api/v2/addresses/${hex(CAROL)}/${path}`)).body;
  const shown = [
    { token_id: '1', value: '40', balance_source: 'balanceOf' },
    { token_id: '3', value: '60', balance_source: 'balanceOf' },
  ];
  expect(await read('tokens')).toMatchObject({ items: shown, next_page_params: null, meta: null });
  expect(await read('token-balances')).toMatchObject(shown);
  expect(await read('nft/collections')).toMatchObject({ items: [{ amount: '2' }] });
  expect(await read('tabs-counters')).toMatchObject({ token_balances_count: 2 });
  expect((await api.get(`/api/v2/tokens/${hex(TOLD)}/holders`)).body).toMatchObject({
    items: [
      { token_id: '3', value: '60', id_supply: null },
      { token_id: '1', value: '40', id_supply: null },
    ],
  });
});

test('the tab counts what its list has', async () => {
  const counters = z.object({ token_balances_count: z.int() });
  const of = async (holder: Buffer) => {
    const answer = await api.get(`/api/v2/addresses/${hex(holder)}/tabs-counters`);
    return counters.parse(answer.body).token_balances_count;
  };
  expect(await of(address(2))).toBe(2);
  expect(await of(ALICE)).toBe(51);
});

test('all balances of an address are one answer, the same as its pages', async () => {
  const balance = z.object({ token: z.object({ address_hash: z.string() }), value: z.string() });
  const path = `/api/v2/addresses/${hex(ALICE)}`;
  const all = z.array(balance).parse((await api.get(`${path}/token-balances`)).body);
  expect(all.length).toBeGreaterThan(70);
  expect(all).toEqual((await walkPages(api, `${path}/tokens`, { item: balance })).flat());
  expect((await api.get(`/api/v2/addresses/${hex(address(77_777))}/token-balances`)).body).toEqual([]);
});
