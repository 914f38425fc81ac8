import { type Address, concat, type Hex, numberToHex, pad } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { deriveAccounts } from '@/demo/accounts';
import { startAnvil } from '@/demo/anvil';
import { createDemoChain, type DemoChain } from '@/demo/chain';
import { bufferToHex } from '@/lib/evm/hex';
import { createRpc } from '@/lib/rpc/client';
import { provideTestApi } from '../support/api-harness';
import { walkPages } from '../support/api-walk';
import { checkAllBalances, indexAll } from '../support/indexer-harness';
import { provide } from '../support/provide';

const TRANSFER: Hex = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859';
const NOBODY: Address = `0x${'0'.repeat(40)}`;
const HUGE = 2n ** 256n - 1n;
const word = (value: bigint) => numberToHex(value, { size: 32 });

let chain: DemoChain;
const [anvil, api] = await Promise.all([provide(startAnvil({ timestamp: 1_767_225_600 })), provideTestApi()]);
let token: Address;
let transaction: Hex;
let alice: Address;
let bob: Address;

const move = (from: Address, to: Address, [id, amount]: readonly [bigint, bigint]) => ({
  topics: [TRANSFER, pad(from), pad(to), word(id)],
  data: concat([pad(from), word(amount)]),
});

/** The logs of one transaction: two mints, a transfer, a burn, and a look-alike. */
const logs = () => [
  move(NOBODY, alice, [7n, 100n]),
  move(NOBODY, alice, [HUGE, 5n]),
  move(alice, bob, [7n, 40n]),
  move(bob, NOBODY, [7n, 10n]),
  { topics: [TRANSFER, pad(alice), pad(bob)], data: concat([pad(alice), word(7n), word(1n)]) },
  { topics: [TRANSFER, pad(alice), pad(bob), word(7n)], data: word(1n) },
];

beforeAll(async () => {
  chain = await createDemoChain({
    request: anvil.request,
    accounts: deriveAccounts(),
    timestampOf: (height) => 1_767_225_600 + height,
  });
  const [from, first, second] = chain.accounts.users;
  if (!from || !first || !second) throw new Error('the chain has no users');
  [alice, bob] = [first.address, second.address];
  token = await chain.deploy({ from, contract: 'LogForge' });
  await chain.mine();
  transaction = await chain.call({ from, to: 'LogForge', fn: 'forge', args: [logs()], gas: 2_000_000n });
  await chain.mine();
  const source = { rpc: createRpc({ urls: [anvil.rpcUrl] }), db: api.db };
  await indexAll(source);
  await checkAllBalances(source);
});

const get = async (path: string) => {
  const answer = await api.get(`/api/v2${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.body;
};

test('its transfers have an id and an amount, malformed logs are none', async () => {
  const path = `/transactions/${transaction}/token-transfers`;
  const shown = (id: bigint, value: string, type: string) => ({
    type,
    token_type: 'ERC-6909',
    token: expect.objectContaining({ address_hash: token, type: 'ERC-6909' }),
    total: expect.objectContaining({ decimals: null, value, token_id: String(id) }),
  });
  expect(await get(path)).toMatchObject({
    items: [
      shown(7n, '100', 'token_minting'),
      shown(HUGE, '5', 'token_minting'),
      shown(7n, '40', 'token_transfer'),
      shown(7n, '10', 'token_burning'),
    ],
    next_page_params: null,
  });
  expect(await get(`${path}?type=erc-6909`)).toEqual(await get(path));
  expect(await get(`${path}?type=ERC-1155,ERC-404`)).toMatchObject({ items: [] });
});

test('its logs are decoded by name', async () => {
  const { items } = z
    .object({ items: z.array(z.object({ decoded: z.object({ method_call: z.string() }).nullable() })) })
    .parse(await get(`/transactions/${transaction}/logs`));
  const call =
    'Transfer(address caller, address indexed sender, address indexed receiver, uint256 indexed id, uint256 amount)';
  expect(items.map(({ decoded }) => decoded?.method_call)).toEqual([
    ...Array(4).fill(call),
    undefined,
    undefined,
  ]);
});

test('a contract that only logs has no balances: there are sums, which are not called that', async () => {
  expect(await get(`/tokens/${token}/holders`)).toMatchObject({
    items: [
      { address: { hash: alice }, token_id: String(HUGE), value: null, transfers_sum: '5', id_supply: null },
      { address: { hash: alice }, token_id: '7', value: null, transfers_sum: '60', balance_source: null },
      { address: { hash: bob }, token_id: '7', value: null, transfers_sum: '30', balance_source: null },
    ],
    meta: { status: 'partial', message: expect.stringContaining('returns no balances') },
  });
  expect(await get(`/addresses/${alice}/tokens`)).toMatchObject({ items: [], meta: { status: 'partial' } });
  expect(await get(`/addresses/${alice}/token-balances`)).toEqual([]);
  expect(await get(`/addresses/${alice}/nft`)).toMatchObject({ items: [{ value: null }, { value: null }] });
  expect(await get(`/tokens/${token}/counters`)).toMatchObject({
    token_holders_count: '2',
    are_holders_known: false,
  });
});

test('balances and holders are by id, and nothing is summed over the contract', async () => {
  await api.sql`update ${api.db.schema}.token_balance_checks set balances_by = 'transfers'`;
  const holder = z
    .object({ address: z.object({ hash: z.string() }), value: z.string(), token_id: z.string().nullable() })
    .transform(({ address, value, token_id }) => [address.hash, value, token_id]);
  const holders = async (path: string) => (await walkPages(api, `/api/v2${path}`, { item: holder })).flat();
  expect(await holders(`/tokens/${token}/holders`)).toEqual([
    [alice, '5', String(HUGE)],
    [alice, '60', '7'],
    [bob, '30', '7'],
  ]);
  const balances = [
    { token: { address_hash: token }, token_id: '7', token_instance: { id: '7' }, value: '60' },
    { token: { address_hash: token }, token_id: String(HUGE), value: '5' },
  ];
  expect(await get(`/addresses/${alice}/tokens`)).toMatchObject({ items: balances });
  expect(await get(`/addresses/${alice}/token-balances`)).toMatchObject(balances);
  const csv = await api.get(`/api/v2/tokens/${token}/holders/csv`);
  expect(csv.text.trimEnd().split('\r\n')).toEqual([
    'HolderAddress,Balance,TokenId',
    `${alice},5,${HUGE}`,
    `${alice},60,7`,
    `${bob},30,7`,
  ]);
  expect(await holders(`/tokens/${token}/instances/7/holders`)).toEqual([
    [alice, '60', '7'],
    [bob, '30', '7'],
  ]);
  expect(await get(`/addresses/${alice}/nft?type=ERC-6909`)).toMatchObject({
    items: [
      { id: '7', value: '60', token_type: 'ERC-6909', is_unique: null, owner: null },
      { id: String(HUGE), value: '5', token_type: 'ERC-6909' },
    ],
  });
  expect(await get(`/addresses/${bob}/nft/collections`)).toMatchObject({
    items: [{ amount: '1', token: { address_hash: token }, token_instances: [{ id: '7', value: '30' }] }],
  });
  expect(await get(`/addresses/${alice}/nft/collections`)).toMatchObject({ items: [{ amount: '2' }] });
});

test('in the form of Etherscan, a token of IDs is a list of IDs, and their number', async () => {
  const ask = async (query: string) => {
    const answer = await api.get(`/api?module=account&address=${alice}&${query}`);
    return answer.body;
  };
  expect(await ask('action=tokenlist')).toMatchObject({
    result: [
      { contractAddress: token.toLowerCase(), id: '7', balance: '60', type: 'ERC-6909' },
      { contractAddress: token.toLowerCase(), id: String(HUGE), balance: '5' },
    ],
  });
  expect(await ask(`action=tokenbalance&contractaddress=${token}`)).toMatchObject({ result: '2' });
});

test('the token and its instances have pages of their own', async () => {
  expect(await get(`/tokens/${token}`)).toMatchObject({
    type: 'ERC-6909',
    holders_count: '2',
    decimals: null,
    total_supply: null,
  });
  expect(await get('/tokens?type=ERC-6909')).toMatchObject({ items: [{ address_hash: token }] });
  expect(await get(`/tokens/${token}/counters`)).toEqual({
    ...{ transfers_count: '4', token_holders_count: '2', are_holders_known: true },
  });
  expect(await get(`/tokens/${token}/instances`)).toMatchObject({
    items: [{ id: String(HUGE) }, { id: '7' }],
  });
  expect(await get(`/tokens/${token}/instances/7/transfers-count`)).toEqual({ transfers_count: 3 });
  const [stored] = await api.sql<{ type: string; metadata_status: string }[]>`
    select t.type, i.metadata_status from ${api.db.schema}.tokens t
    join ${api.db.schema}.token_instances i on i.token_address = t.address where i.token_id = 7`;
  expect(stored).toEqual({ type: 'ERC-6909', metadata_status: 'failed' });
});

test('a reorganization takes its balances back', async () => {
  await chain.request('anvil_rollback', [1]);
  await chain.request('evm_mine', []);
  await chain.request('evm_mine', []);
  await indexAll({ rpc: createRpc({ urls: [anvil.rpcUrl] }), db: api.db });
  const rows = await api.sql<{ address: Buffer }[]>`
    select address from ${api.db.schema}.tokens
    union all select holder from ${api.db.schema}.token_holders
    union all select holder from ${api.db.schema}.token_instance_holders`;
  expect(rows.map(({ address }) => bufferToHex(address))).toEqual([]);
});
