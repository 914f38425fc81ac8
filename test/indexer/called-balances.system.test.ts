import { afterAll, beforeAll, expect, test } from 'vitest';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { createRpc } from '@/lib/rpc/client';
import { createBalanceReader } from '@/lib/rpc/token-balances';
import { addMulticall, askBalance, HOSTILE, startBalanceChain } from '../support/balance-chain';
import { provideDatabase } from '../support/database';
import { checkAllBalances, indexAll, openChain } from '../support/indexer-harness';

const [world, database] = await Promise.all([startBalanceChain(), provideDatabase()]);
const db = await openChain(database.sql, 31_337);
const rpc = () => createRpc({ urls: [world.anvil.rpcUrl] });

beforeAll(async () => {
  await update();
});
afterAll(() => world.anvil.stop());

async function update(): Promise<void> {
  await indexAll({ rpc: rpc(), db });
  await checkAllBalances({ rpc: rpc(), db });
}

const checks = async () => {
  const rows = await db.sql<{ token: Buffer; balances_by: string }[]>`
    select token_address as token, balances_by from ${db.schema}.token_balance_checks`;
  return new Map(rows.map((row) => [bufferToHex(row.token), row.balances_by]));
};

const checkOf = async (name: string) => (await checks()).get(bufferToHex(world.token(name)));

type CalledRow = { holder: Buffer; token: Buffer; value: string | null; block_number: number | null };
const called = async (name: string) =>
  db.sql<CalledRow[]>`
    select holder, token_address as token, value, block_number from ${db.schema}.token_balances
    where token_address = ${world.token(name)} order by value desc`;

test('sums that agree with the contract are balances, and what does not agree is asked for', async () => {
  const names = ['PlainToken', 'RebasingToken', 'FeeToken', 'QuietToken', ...HOSTILE];
  const found = await Promise.all(names.map(async (name) => [name, await checkOf(name)]));
  expect(Object.fromEntries(found)).toEqual({
    PlainToken: 'transfers',
    RebasingToken: 'calls',
    FeeToken: 'calls',
    QuietToken: 'calls',
    Reverting: 'none',
    Short: 'none',
    TenMegabytes: 'none',
    GasBurning: 'none',
    Huge: 'calls',
  });
  expect((await called('RebasingToken')).map(({ value }) => value)).toEqual(['900', '600']);
  expect((await called('FeeToken')).map(({ value }) => value)).toEqual(['600', '396']);
  expect((await called('Huge')).map(({ value }) => value)).toEqual(Array(2).fill(String(2n ** 256n - 1n)));
  expect([...(await called('PlainToken')), ...(await called('Reverting'))]).toEqual([]);
});

async function expectTrue(): Promise<number> {
  const rows = await db.sql<CalledRow[]>`
    select holder, token_address as token, value, block_number from ${db.schema}.token_balances`;
  for (const { holder, token, value, block_number } of rows) {
    const answer = await askBalance(rpc(), { token, holder }, Number(block_number));
    expect([bufferToHex(holder), value]).toEqual([bufferToHex(holder), String(answer)]);
  }
  return rows.length;
}

test('every answer is what the contract says at its height', async () => {
  expect(await expectTrue()).toBe(8);
});

test('balances that moved are asked for again, and an account that got tokens silently is found when it moves', async () => {
  const third = hexToBuffer(world.users[2]);
  expect((await called('QuietToken')).some(({ holder }) => holder.equals(third))).toBe(false);
  const [, , user] = world.chain.accounts.users;
  if (!user) throw new Error('the chain has no third user');
  await world.chain.call({
    ...{ from: user, to: 'QuietToken', fn: 'transfer', args: [world.users[1], 20n] },
    gas: 300_000n,
  });
  await world.move('RebasingToken', 'transfer', world.users[2], 100n);
  await world.move('PlainToken', 'transfer', world.users[2], 50n);
  await world.chain.mine();
  await update();
  const [sum] = await db.sql<{ value: string }[]>`
    select value from ${db.schema}.token_holders
    where token_address = ${world.token('QuietToken')} and holder = ${third}`;
  expect(sum?.value).toBe('-20');
  expect((await called('QuietToken')).map(({ value, block_number }) => [value, block_number])).toEqual([
    ['600', 2],
    ['420', 3],
    ['50', 3],
  ]);
  expect((await called('RebasingToken')).map(({ value }) => value)).toEqual(['750', '600', '150']);
  expect(await checkOf('PlainToken')).toBe('transfers');
  expect(await expectTrue()).toBe(10);
});

test('a reorganization takes back what was answered above it, and it is asked for again', async () => {
  await world.anvil.request('anvil_rollback', [1]);
  await world.anvil.request('evm_mine', []);
  await world.anvil.request('evm_mine', []);
  await indexAll({ rpc: rpc(), db });
  const open = await db.sql<CalledRow[]>`
    select holder, token_address as token, value, block_number from ${db.schema}.token_balances
    where value is null or block_number > 2`;
  expect(open.map(({ value, block_number }) => [value, block_number])).toEqual(Array(4).fill([null, null]));
  await checkAllBalances({ rpc: rpc(), db });
  expect((await called('RebasingToken')).map(({ value }) => value)).toEqual(['900', '600', '0']);
  expect((await called('QuietToken')).map(({ value }) => value)).toEqual(['600', '400', '70']);
  expect(await expectTrue()).toBe(10);
});

test('Multicall3 answers the same in fewer requests, and one contract cannot spoil the others', async () => {
  const [block] = await db.sql<{ number: number; hash: Buffer }[]>`
    select number, hash from ${db.schema}.blocks order by number desc limit 1`;
  if (!block) throw new Error('nothing is indexed');
  const holder = hexToBuffer(world.users[0]);
  const names = ['PlainToken', 'RebasingToken', 'FeeToken', 'QuietToken', ...HOSTILE];
  const calls = names.map((name) => ({ token: world.token(name), holder, tokenId: null }));
  const counted = () => {
    const client = rpc();
    const methods: string[] = [];
    const request = async (method: string, params: readonly unknown[]) => {
      methods.push(method);
      return client.request(method, params);
    };
    return { rpc: { ...client, request }, methods };
  };
  const single = counted();
  const expected = [600n, 900n, 600n, 600n, null, null, null, null, 2n ** 256n - 1n];
  expect(await createBalanceReader()(single.rpc, block, calls)).toEqual(expected);
  await addMulticall(world);
  await world.anvil.request('evm_mine', []);
  await indexAll({ rpc: rpc(), db });
  const [tip] = await db.sql<{ number: number; hash: Buffer }[]>`
    select number, hash from ${db.schema}.blocks order by number desc limit 1`;
  const together = counted();
  const friendly = calls.slice(0, 4);
  expect(await createBalanceReader()(together.rpc, tip ?? block, friendly)).toEqual(expected.slice(0, 4));
  expect(together.methods.filter((method) => method === 'eth_call')).toHaveLength(1);
  expect(await createBalanceReader()(counted().rpc, tip ?? block, calls)).toEqual(expected);
  expect(single.methods.filter((method) => method === 'eth_call')).toHaveLength(names.length);
});

test('a node with another block gets no say', async () => {
  const block = { number: 2, hash: Buffer.alloc(32, 7) };
  const call = {
    token: world.token('PlainToken'),
    holder: hexToBuffer(world.users[0]),
    tokenId: null,
  };
  await expect(createBalanceReader()(rpc(), block, [call])).rejects.toMatchObject({ code: 'node_answer' });
});

test('a token of many holders that is quiet is compared again long after, in case its balances move by themselves', async () => {
  const token = world.token('PlainToken');
  await world.anvil.request('anvil_setCode', [bufferToHex(token), await codeOf('RebasingToken')]);
  await update();
  expect(await checkOf('PlainToken')).toBe('transfers');
  await db.sql`update ${db.schema}.tokens set holders_count = 10 where address = ${token}`;
  await update();
  expect(await checkOf('PlainToken')).toBe('transfers');
  await db.sql`
    update ${db.schema}.token_balance_checks set block_number = block_number - 20000 where token_address = ${token}`;
  await update();
  expect(await checkOf('PlainToken')).toBe('calls');
});

const codeOf = async (name: string) =>
  world.anvil.request('eth_getCode', [bufferToHex(world.token(name)), 'latest']);
