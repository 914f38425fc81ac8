import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTokenBalances, type TokenBalances } from '@/lib/api/nodes/token-balances';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, TEST_CHAIN_ID, type TestApi } from '../support/api-harness';
import { askBalance, HOSTILE, startBalanceChain } from '../support/balance-chain';
import { checkAllBalances, indexAll } from '../support/indexer-harness';

const NAMES = ['PlainToken', 'RebasingToken', 'FeeToken', 'QuietToken', ...HOSTILE];
/** After the mints: most sums are below zero or too small. */
const FIRST_BLOCK = 3;

const world = await startBalanceChain();
let api: TestApi;
let node: TokenBalances | undefined;
const rpc = () => createRpc({ urls: [world.anvil.rpcUrl] });

beforeAll(async () => {
  const log = createLog({ name: 'test', level: 'error' });
  const real = createTokenBalances({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [world.anvil.rpcUrl] }], log });
  api = await createTestApi({ tokenBalances: async (...call) => node?.(...call) ?? [] });
  await world.chain.mine();
  for (const name of NAMES) await world.move(name, 'transfer', world.users[1], 100n);
  await world.chain.mine();
  await indexAll({ rpc: rpc(), db: api.db, firstBlock: FIRST_BLOCK });
  node = real;
});
afterAll(async () => {
  await api?.stop();
  await world?.anvil.stop();
});

const holder = z.object({
  address: z.object({ hash: z.string() }),
  value: z.string().nullable(),
  balance_source: z.string().nullable(),
  balance_block: z.number().nullable(),
  transfers_sum: z.string().nullable(),
});
const balance = z.object({
  token: z.object({ address_hash: z.string(), holders_count: z.string().nullable() }),
  value: z.string(),
  balance_source: z.string(),
  balance_block: z.number(),
});

async function get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const answer = await api.get(`/api/v2${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.text).not.toMatch(/"-\d/);
  return schema.parse(answer.body);
}

const holdersOf = async (name: string) =>
  (await get(`/tokens/${world.chain.addressOf(name)}/holders`, z.object({ items: z.array(holder) }))).items;
const balancesOf = (user: string) => get(`/addresses/${user}/token-balances`, z.array(balance));

async function expectTrue(): Promise<void> {
  for (const user of world.users) {
    for (const { token, value, balance_block } of await balancesOf(user)) {
      const call = { token: hexToBuffer(token.address_hash), holder: hexToBuffer(user) };
      expect([user, token.address_hash, value]).toEqual([
        user,
        token.address_hash,
        String(await askBalance(rpc(), call, balance_block)),
      ]);
    }
  }
  for (const name of NAMES) {
    for (const { address, value, balance_block } of await holdersOf(name)) {
      if (value === null) continue;
      const call = { token: world.token(name), holder: hexToBuffer(address.hash) };
      expect([name, value]).toEqual([name, String(await askBalance(rpc(), call, balance_block ?? -1))]);
    }
  }
}

test('an index begun later asks the contracts for what it shows', async () => {
  const [first, second] = world.users;
  const held = await balancesOf(first);
  expect(held.map(({ value, balance_source }) => [value, balance_source])).toEqual(
    expect.arrayContaining([
      ['500', 'balanceOf'],
      ['750', 'balanceOf'],
    ]),
  );
  expect(held.every(({ token }) => token.holders_count === null)).toBe(true);
  expect(await holdersOf('PlainToken')).toMatchObject([
    { address: { hash: second }, value: '500', balance_source: 'balanceOf', transfers_sum: null },
  ]);
  for (const name of ['Reverting', 'Short', 'TenMegabytes', 'GasBurning'])
    expect(await holdersOf(name)).toMatchObject([{ value: null, transfers_sum: '100' }]);
  await expectTrue();
});

test('without a node there are sums, which are not called balances', async () => {
  const real = node;
  node = undefined;
  const path = `/tokens/${world.chain.addressOf('PlainToken')}`;
  expect((await api.get(`/api/v2${path}/holders`)).body).toMatchObject({
    items: [{ value: null, balance_source: null, balance_block: null, transfers_sum: '100' }],
    meta: { status: 'partial', message: expect.stringContaining(`since block ${FIRST_BLOCK}`) },
  });
  for (const user of world.users) expect(await balancesOf(user)).toEqual([]);
  expect((await api.get(`/api/v2/addresses/${world.users[0]}/tokens`)).body).toMatchObject({
    items: [],
    meta: { status: 'partial', message: expect.stringContaining(`are not known (${NAMES.length})`) },
  });
  expect((await api.get(`/api/v2${path}/counters`)).body).toMatchObject({ are_holders_known: false });
  expect((await api.get(`/api/v2${path}`)).body).toMatchObject({ holders_count: null });
  const csv = await api.get(`/api/v2${path}/holders/csv`);
  expect(csv.text.trim().split(/\r?\n/)).toEqual(['HolderAddress,Balance', `${world.users[1]},`]);
  node = real;
});

test('what the indexer has asked for stays when the node is away, with its height', async () => {
  await checkAllBalances({ rpc: rpc(), db: api.db });
  node = undefined;
  expect(await holdersOf('RebasingToken')).toMatchObject([
    { address: { hash: world.users[0] }, value: '750', balance_source: 'balanceOf' },
    { address: { hash: world.users[1] }, value: '750', balance_source: 'balanceOf' },
  ]);
  expect(await holdersOf('PlainToken')).toMatchObject([{ value: '500' }, { value: '500' }]);
  await expectTrue();
  expect((await balancesOf(world.users[0])).length).toBe(5);
});

test('that no balance is known is not told as that no token is held', async () => {
  const counters = z.object({ token_balances_count: z.int().nullable() });
  const info = z.object({ has_tokens: z.boolean() });
  const told = async (user: string) => ({
    ...(await get(`/addresses/${user}/tabs-counters`, counters)),
    ...(await get(`/addresses/${user}`, info)),
  });
  const [user = ''] = world.users;
  const stranger = `0x${'ab'.repeat(20)}`;
  expect((await told(user)).has_tokens).toBe(true);
  expect(await told(stranger)).toEqual({ token_balances_count: null, has_tokens: false });
  await api.sql`update ${api.db.schema}.token_balance_checks set balances_by = 'none'`;
  expect(await told(user)).toEqual({ token_balances_count: null, has_tokens: true });
  await api.sql`update ${api.db.schema}.indexer_state set first_block = 0`;
  expect(await told(stranger)).toEqual({ token_balances_count: 0, has_tokens: false });
});
