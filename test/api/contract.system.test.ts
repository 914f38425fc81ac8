import { createHash } from 'node:crypto';
import { type Abi, encodeErrorResult, encodeEventTopics, encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const [PROXY, IMPLEMENTATION, CLONE] = [address(101), address(102), address(103)];
const [DELEGATED, HOLLOW] = [address(104), address(105)];
const [TWIN, CLONE_OF_TWIN, STRANGER] = [address(106), address(107), address(108)];
const [CODE, OTHER_CODE] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const IMPLEMENTATION_ABI = parseAbi([
  'function plantTree(string species, uint256 height)',
  'event TreePlanted(address indexed gardener, string species)',
  'error SoilTooDry(uint256 moisture)',
]);
const PROXY_ABI = parseAbi(['function ownProxyCall(bool really)']);

async function insertInterface(contract: Buffer, abi: Abi, extra: Record<string, unknown>): Promise<void> {
  const text = Buffer.from(JSON.stringify(abi));
  const row = { abi: text, abi_hash: createHash('sha256').update(text).digest(), ...extra };
  await api.db.sql`
    insert into ${api.db.schema}.contract_interfaces ${api.db.sql({ address: contract, ...row })}`;
}

const calls = {
  plant: encodeFunctionData({ abi: IMPLEMENTATION_ABI, functionName: 'plantTree', args: ['oak', 3n] }),
  own: encodeFunctionData({ abi: PROXY_ABI, functionName: 'ownProxyCall', args: [true] }),
};
const failure = encodeErrorResult({ abi: IMPLEMENTATION_ABI, errorName: 'SoilTooDry', args: [7n] });
const hashes: Record<string, string> = {};

beforeAll(async () => {
  const { db } = api;
  await insert.block(db, 0);
  const contract = { is_contract: true, proxy_status: 'read', implementation: IMPLEMENTATION };
  await insert.address(db, { address: PROXY, ...contract, proxy_type: 'eip1967', beacon: address(99) });
  await insert.address(db, { address: CLONE, ...contract, proxy_type: 'eip1167' });
  await insert.address(db, { address: DELEGATED, is_contract: true, delegate: IMPLEMENTATION });
  await insert.address(db, {
    address: HOLLOW,
    is_contract: true,
    proxy_status: 'read',
    proxy_type: 'eip1967',
  });
  await insert.address(db, { address: IMPLEMENTATION, is_contract: true, proxy_status: 'read' });
  await insert.token(db, { address: PROXY, name: Buffer.from('Tree token') });
  await insertInterface(IMPLEMENTATION, IMPLEMENTATION_ABI, {
    source: 'verified',
    verified_via: 'sourcify',
    name: Buffer.from('Forest'),
    ...{ code_hash: CODE, is_exact: true },
  });
  const read = { is_contract: true, proxy_status: 'read', code_size: 9 } as const;
  await insert.address(db, { address: TWIN, ...read, code_hash: CODE });
  await insert.address(db, { address: STRANGER, ...read, code_hash: OTHER_CODE });
  await insert.address(db, {
    ...{ address: CLONE_OF_TWIN, is_contract: true, proxy_status: 'read' },
    ...{ proxy_type: 'eip1167', implementation: TWIN },
  });
  await insertInterface(PROXY, PROXY_ABI, { source: 'operator', name: Buffer.from('Gate') });
  const send = async (index: number, extra: Record<string, unknown>) =>
    hex(await insert.transaction(db, { block: 0, index }, extra));
  hashes.plant = await send(0, { to_address: PROXY, input: hexToBuffer(calls.plant), logs_count: 1 });
  hashes.own = await send(1, { to_address: PROXY, input: hexToBuffer(calls.own) });
  hashes.failed = await send(2, {
    to_address: CLONE,
    input: hexToBuffer(calls.plant),
    status: 0,
    revert_output: hexToBuffer(failure),
    revert_source: 'trace',
  });
  hashes.twin = await send(4, { to_address: TWIN, input: hexToBuffer(calls.plant) });
  hashes.elsewhere = await send(3, { to_address: HOLLOW, input: hexToBuffer(calls.plant) });
  // an account makes a list of calls: of the proxy by its implementation, and of what nothing decodes
  const batch = encodeFunctionData({
    abi: parseAbi(['function executeBatch(address[] dest, bytes[] func)']),
    functionName: 'executeBatch',
    args: [
      [bufferToHex(PROXY), bufferToHex(STRANGER)],
      [calls.plant, calls.plant],
    ],
  });
  hashes.batch = await send(5, { to_address: HOLLOW, input: hexToBuffer(batch) });
  const [topic0 = '0x', topic1 = '0x'] = encodeEventTopics({
    abi: IMPLEMENTATION_ABI,
    eventName: 'TreePlanted',
    args: { gardener: '0x00000000000000000000000000000000000000aa' },
  });
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const data = Buffer.from(
    `${word(32n)}${word(3n)}${Buffer.from('oak').toString('hex').padEnd(64, '0')}`,
    'hex',
  );
  const topics = { topic0: hexToBuffer(String(topic0)), topic1: hexToBuffer(String(topic1)) };
  await insert.log(db, { block: 0, index: 0, log: 0 }, { address: PROXY, ...topics, data });
  await insert.transfers(db, { block: 0, index: 0 }, [
    { log_index: 1, token_type: 'ERC-20', token: PROXY, amount: '1' },
  ]);
});

const implementations = [{ address_hash: bufferToAddress(address(102)), name: 'Forest' }];

test.each([
  ['a proxy', 101, { name: 'Tree token', proxy_type: 'eip1967', implementations, is_verified: false }],
  [
    'a clone of what is verified',
    103,
    { name: null, proxy_type: 'eip1167', implementations, is_verified: true },
  ],
  ['an account that delegates', 104, { proxy_type: 'eip7702', implementations, is_verified: true }],
  ['a proxy for nothing', 105, { proxy_type: 'eip1967', implementations: [], implementation_name: null }],
  [
    'a contract of the same code as a verified one, which is not verified itself',
    106,
    { name: 'Forest', proxy_type: null, implementations: [], is_verified: false },
  ],
  [
    'a clone of such a contract',
    107,
    { name: null, implementation_name: 'Forest', proxy_type: 'eip1167', is_verified: false },
  ],
  ['a contract of other code', 108, { name: null, is_verified: false }],
  [
    'what it is a proxy for',
    102,
    { name: 'Forest', proxy_type: null, implementations: [], is_verified: true },
  ],
])('%s is told as such', async (_, number, expected) => {
  const { body } = await api.get(`/api/v2/addresses/${hex(address(number))}`);
  expect(body).toMatchObject(expected);
});

test('a call is decoded with the interface of the proxy, then with that of its implementation', async () => {
  const { body } = await api.get(`/api/v2/transactions/${hashes.plant}`);
  expect(body).toMatchObject({
    method: 'plantTree',
    decoded_input: { method_call: 'plantTree(string species, uint256 height)' },
    to: { name: 'Tree token', implementation_name: 'Forest', proxy_type: 'eip1967' },
    token_transfers: [{ method: 'plantTree' }],
  });
  expect((await api.get(`/api/v2/transactions/${hashes.own}`)).body).toMatchObject({
    method: 'ownProxyCall',
  });
});

test('a call of a contract of the same code is decoded, and named in lists', async () => {
  const { body } = await api.get(`/api/v2/addresses/${hex(TWIN)}/transactions`);
  expect(body).toMatchObject({ items: [{ hash: hashes.twin, method: 'plantTree', to: { name: 'Forest' } }] });
});

test('no other contract is decoded with it', async () => {
  const { body } = await api.get(`/api/v2/transactions/${hashes.elsewhere}`);
  expect(body).toMatchObject({ decoded_input: null, method: calls.plant.slice(0, 10) });
});

test("the implementation's custom error tells why a call reverted", async () => {
  const { body } = await api.get(`/api/v2/transactions/${hashes.failed}`);
  expect(body).toMatchObject({
    failure: { reason: 'SoilTooDry(7)' },
    decoded_revert_reason: { method_call: 'SoilTooDry(uint256 moisture)' },
  });
});

test('logs and lists are decoded with it too', async () => {
  const logs = await api.get(`/api/v2/transactions/${hashes.plant}/logs`);
  expect(logs.body).toMatchObject({
    items: [{ decoded: { method_call: 'TreePlanted(address indexed gardener, string species)' } }],
  });
  for (const path of ['/transactions', '/token-transfers', `/transactions/${hashes.plant}/token-transfers`]) {
    const { body } = await api.get(`/api/v2${path}`);
    expect(JSON.stringify(body)).toContain('"method":"plantTree"');
  }
});

test('a call that no interface fits is guessed by its selector when all of it but a mark behind fits, and marked so', async () => {
  const abi = parseAbi(['function castVote(uint256 proposalId, uint8 support)']);
  const vote = hexToBuffer(encodeFunctionData({ abi, functionName: 'castVote', args: [7n, 1] }));
  const marked = Buffer.concat([vote, Buffer.of(0)]);
  const longer = Buffer.concat([vote, Buffer.alloc(32)]);
  const inputs = [vote, marked, longer, hexToBuffer(calls.plant)];
  const answers = await Promise.all(
    inputs.map(async (input, at) => {
      const place = { block: 0, index: 10 + at };
      const hash = await insert.transaction(api.db, place, { to_address: HOLLOW, input });
      return (await api.get(`/api/v2/transactions/${hex(hash)}`)).body;
    }),
  );
  expect(answers).toMatchObject([
    { method: 'castVote', decoded_input_source: 'guess', decoded_input: { method_id: '56781388' } },
    { method: 'castVote', decoded_input_source: 'guess', decoded_input: { method_id: '56781388' } },
    { method: '0x56781388', decoded_input_source: null, decoded_input: null },
    { decoded_input_source: null },
  ]);
  const { body } = await api.get(`/api/v2/transactions/${hashes.plant}`);
  expect(body).toMatchObject({ decoded_input_source: 'contract' });
});

const ranks = z.object({ address: z.object({ hash: z.string() }), language: z.string().nullable() });
const hashOf = (number: number) => bufferToAddress(address(number));

test('verified contracts are listed, the last verified first, those without a time last', async () => {
  const at = 1_700_000_000;
  for (const [number, extra] of [
    [201, { language: Buffer.from('Vyper'), verified_at: at, name: Buffer.from('Sapling') }],
    [202, { language: Buffer.from('Solidity'), verified_at: at + 5 }],
    [203, { language: Buffer.from('Solidity'), verified_at: at }],
  ] as const) {
    await insert.address(api.db, { address: address(number), is_contract: true });
    await insertInterface(address(number), PROXY_ABI, {
      source: 'verified',
      verified_via: 'sourcify',
      compiler_settings: Buffer.from('{"optimizer":{"enabled":true}}'),
      ...extra,
    });
  }
  const walk = async (query: Record<string, string | number>) =>
    (await walkPages(api, '/api/v2/smart-contracts', { item: ranks, query })).map((page) =>
      page.map((item) => item.address.hash),
    );
  const all = [202, 203, 201, 102].map(hashOf);
  expect(await walk({})).toEqual([all]);
  expect(await walk({ items_count: 1 })).toEqual(all.map((one) => [one]));
  expect(await walk({ filter: 'solidity', items_count: 1 })).toEqual([[hashOf(202)], [hashOf(203)]]);
  expect(await walk({ filter: 'yul' })).toEqual([[]]);
  expect(await walk({ q: 'sapl' })).toEqual([[hashOf(201)]]);
  expect(await walk({ q: 'Gate' })).toEqual([[]]);
  expect(await walk({ q: hashOf(203) })).toEqual([[hashOf(203)]]);
  expect(await walk({ q: hashOf(203), filter: 'vyper' })).toEqual([[]]);
  const { body } = await api.get('/api/v2/smart-contracts?items_count=1');
  expect(body).toMatchObject({
    items: [{ language: 'solidity', optimization_enabled: true, verified_at: '2023-11-14T22:13:25.000000Z' }],
    next_page_params: { verified_at: at + 5, address_hash: hashOf(202), items_count: 1 },
  });
});

test('verified contracts are counted, those of the last day by the time of the newest block', async () => {
  const { body } = await api.get('/api/v2/smart-contracts/counters');
  expect(body).toMatchObject({ verified_smart_contracts: '4', new_verified_smart_contracts_24h: '3' });
});

test('what was destroyed and created again is of its last creation; what was only destroyed is no contract', async () => {
  const { db } = api;
  const [maker, remade, gone, heir] = [address(120), address(121), address(122), address(123)];
  const brief = address(124);
  for (const block of [1, 2, 3]) await insert.block(db, block);
  await insert.address(db, { address: maker, is_contract: true });
  const made = { created_block: 1, created_transaction_index: 0 };
  await insert.address(db, { address: remade, is_contract: true, code_size: 3, code_hash: CODE, ...made });
  await insert.address(db, { address: gone, is_contract: true, code_size: 0, code_hash: null, ...made });
  await insert.address(db, { address: brief, is_contract: false, ...made });
  const send = (block: number) => insert.transaction(db, { block, index: 0 }, { to_address: maker });
  const [created, destroyed, createdAgain] = [await send(1), await send(2), await send(3)];
  const create = { type: 'create2', from_address: maker, to_address: null, depth: 1 };
  const destroy = { type: 'selfdestruct', to_address: heir, depth: 1 };
  for (const [call, contract] of [remade, gone].entries()) {
    await insert.internal(
      db,
      { block: 1, index: 0, call: call + 1 },
      { ...create, created_contract: contract },
    );
    await insert.internal(db, { block: 2, index: 0, call: call + 1 }, { ...destroy, from_address: contract });
  }
  await insert.internal(db, { block: 1, index: 0, call: 3 }, { ...create, created_contract: brief });
  await insert.internal(db, { block: 1, index: 0, call: 4 }, { ...destroy, from_address: brief });
  await insert.internal(db, { block: 3, index: 0, call: 1 }, { ...create, created_contract: remade });
  await insert.internal(
    db,
    { block: 3, index: 0, call: 2 },
    { ...create, created_contract: gone, is_undone: true },
  );

  const of = async (contract: Buffer) => (await api.get(`/api/v2/addresses/${hex(contract)}`)).body;
  const named = { hash: bufferToAddress(maker), is_contract: true };
  const creator = { creator_address_hash: named.hash, creator: named, creation_source: 'trace' };
  expect(await of(remade)).toMatchObject({
    ...{ ...creator, is_contract: true, creation_status: 'success', destruction_transaction_hash: null },
    creation_transaction_hash: hex(createdAgain),
  });
  expect(await of(gone)).toMatchObject({
    ...{ ...creator, is_contract: false, creation_status: 'selfdestructed' },
    creation_transaction_hash: hex(created),
    destruction_transaction_hash: hex(destroyed),
  });
  const { body: transaction } = await api.get(`/api/v2/transactions/${hex(created)}`);
  expect(transaction).toMatchObject({
    created_contracts: [remade, gone, brief].map((contract) => ({ hash: bufferToAddress(contract) })),
  });
  expect(await of(brief)).toMatchObject({
    ...{ ...creator, is_contract: false, creation_status: 'selfdestructed' },
    creation_transaction_hash: hex(created),
    destruction_transaction_hash: hex(created),
  });
  for (const contract of [gone, brief]) {
    const { body } = await api.get(`/api/v2/smart-contracts/${hex(contract)}`);
    expect(body).toMatchObject({ creation_status: 'selfdestructed' });
  }
});

test('an error that a caller passes on is decoded by the contract that it came from', async () => {
  const { db } = api;
  await insert.block(db, 4);
  const [caller, output] = [address(130), hexToBuffer(failure)];
  await insert.address(db, { address: caller, is_contract: true });
  const failed = { status: 0, revert_output: output, revert_source: 'trace', internal_transactions_count: 1 };
  const hash = await insert.transaction(db, { block: 4, index: 0 }, { to_address: caller, ...failed });
  await insert.internal(
    db,
    { block: 4, index: 0, call: 1 },
    {
      from_address: caller,
      to_address: IMPLEMENTATION,
      error: Buffer.from('reverted'),
      output,
      is_undone: true,
    },
  );
  const { body } = await api.get(`/api/v2/transactions/${hex(hash)}`);
  expect(body).toMatchObject({
    decoded_revert_reason: { method_call: 'SoilTooDry(uint256 moisture)', parameters: [{ value: '7' }] },
    failure: { call: { revert_reason: expect.stringContaining('SoilTooDry') } },
  });
});

test("calls in a transaction's arguments are decoded by whom they go to, and counted", async () => {
  const { body } = await api.get(`/api/v2/transactions/${hashes.batch}`);
  expect(body).toMatchObject({
    nested_calls: [
      {
        ...{ parameter: 'func[0]', to: bufferToAddress(PROXY), source: 'contract' },
        call: { method_call: 'plantTree(string species, uint256 height)' },
      },
    ],
    nested_calls_count: 2,
  });
});

test('a call of an account is decoded by the contract that it delegated to then', async () => {
  const { db } = api;
  const account = address(150);
  for (const block of [11, 12, 13]) await insert.block(db, block);
  await insert.transaction(db, { block: 13, index: 0 }, { from_address: account, nonce: '2' });
  await insert.address(db, { address: account, is_contract: true, delegate: IMPLEMENTATION });
  const signed = { index: 0, chain_id: 0, nonce: 0, y_parity: 0, r: 1, s: 1, transaction_index: 0 };
  const authorizations = [
    { ...signed, block_number: 11, address: PROXY, authority: account },
    { ...signed, block_number: 12, address: IMPLEMENTATION, authority: account, nonce: 1 },
    // sent again by somebody; signed for later, and far later; and sent when the account had gone on
    { ...signed, block_number: 12, transaction_index: 1, address: PROXY, authority: account },
    { ...signed, block_number: 12, transaction_index: 2, address: PROXY, authority: account, nonce: 9 },
    { ...signed, block_number: 13, transaction_index: 2, address: PROXY, authority: account, nonce: 99 },
    { ...signed, block_number: 13, transaction_index: 1, address: PROXY, authority: account, nonce: 2 },
  ];
  await db.sql`insert into ${db.schema}.transaction_authorizations ${db.sql(authorizations)}`;
  const methodOf = async (block: number, index: number, data: string) => {
    const call = { to_address: account, input: hexToBuffer(data) };
    const hash = hex(await insert.transaction(db, { block, index }, call));
    return Object(Object((await api.get(`/api/v2/transactions/${hash}`)).body).decoded_input).method_call;
  };
  expect(await methodOf(11, 0, calls.own)).toBe('ownProxyCall(bool really)');
  const places = [
    [12, 0],
    [12, 1],
    [12, 2],
    [13, 1],
    [13, 2],
  ] as const;
  for (const [block, index] of places) {
    expect(await methodOf(block, index, calls.plant)).toBe('plantTree(string species, uint256 height)');
    expect(await methodOf(block, index + 10, calls.own), 'no longer').toBeUndefined();
  }
});

test('a call of an account that took its delegation back is decoded while it delegated, not after', async () => {
  const { db } = api;
  const [account, stranger] = [address(152), address(153)];
  for (const block of [21, 22, 23]) await insert.block(db, block);
  // the other account has no row: it never did anything else
  await insert.address(db, { address: stranger });
  const signed = { index: 0, chain_id: 0, nonce: 0, y_parity: 0, r: 1, s: 1, transaction_index: 0 };
  const authorizations = [account, stranger].flatMap((authority, index) => [
    { ...signed, index, block_number: 21, address: PROXY, authority },
    {
      ...{ ...signed, index, block_number: 22, nonce: 1, authority },
      address: authority === account ? Buffer.alloc(20) : address(154),
    },
    { ...signed, index, block_number: 23, nonce: 2, address: Buffer.alloc(20), authority },
  ]);
  await db.sql`insert into ${db.schema}.transaction_authorizations ${db.sql(authorizations)}`;
  const input = hexToBuffer(calls.own);
  const read = async (to: Buffer, block: number) => {
    const place = { block, index: to === account ? 1 : 2 };
    const hash = hex(await insert.transaction(db, place, { to_address: to, input }));
    const { body } = await api.get(`/api/v2/transactions/${hash}`);
    const { items } = Object((await api.get(`/api/v2/addresses/${bufferToAddress(to)}/transactions`)).body);
    const listed = items.find((item: { hash: string }) => item.hash === hash);
    const { decoded_input, method, to: shown } = Object(body);
    expect(listed.method).toBe(method);
    expect(shown.is_contract).toBe(false);
    return [decoded_input?.method_call ?? null, method];
  };
  const own = ['ownProxyCall(bool really)', 'ownProxyCall'];
  expect(await read(account, 21)).toEqual(own);
  expect(await read(account, 22)).toEqual([null, null]);
  expect(await read(stranger, 21)).toEqual(own);
  // code without a known ABI
  expect(await read(stranger, 22)).toEqual([null, calls.own.slice(0, 10)]);
  expect(await read(stranger, 23)).toEqual([null, null]);
});

test('what is sent to an address before it has code, or behind, calls nothing', async () => {
  const { db } = api;
  const [later, gone, account] = [address(160), address(161), address(162)];
  const [again, twice] = [address(163), address(164)];
  for (const block of [31, 32, 33, 34]) await insert.block(db, block);
  const created = { is_contract: true, created_block: 32, created_transaction_index: 5 };
  await insert.address(db, { address: later, ...created });
  await insert.address(db, { address: gone, ...created, code_size: 0 });
  const first = { is_contract: true, created_block: 31, created_transaction_index: 5 };
  await insert.address(db, { address: again, ...first });
  await insert.address(db, { address: twice, ...first, code_size: 0 });
  await insert.address(db, { address: account, is_contract: true, delegate: IMPLEMENTATION });
  const signed = { index: 0, chain_id: 0, nonce: 0, y_parity: 0, r: 1, s: 1, address: IMPLEMENTATION };
  const row = { ...signed, block_number: 32, transaction_index: 5, authority: account };
  await db.sql`insert into ${db.schema}.transaction_authorizations ${db.sql(row)}`;
  const end = { type: 'selfdestruct', from_address: gone };
  await insert.internal(db, { block: 33, index: 20, call: 1 }, end);
  for (const [call, contract] of [again, twice].entries()) {
    const create = { type: 'create2', to_address: null, created_contract: contract };
    const change = (block: number, extra: object) =>
      insert.internal(db, { block, index: 5, call }, { ...extra });
    await change(31, create);
    await change(32, { ...end, from_address: contract });
    await change(33, create);
    await change(
      34,
      contract === twice ? { ...end, from_address: contract } : { ...create, is_undone: true },
    );
  }
  const places = [31, 32, 33, 34].flatMap((block) => [0, 10, 20].map((index) => ({ block, index })));
  for (const [at, address] of [later, gone, account, again, twice].entries()) {
    for (const { block, index } of places)
      await insert.transaction(
        db,
        { block, index: index + at },
        { to_address: address, input: hexToBuffer(calls.plant) },
      );
    const { body } = await api.get(`/api/v2/addresses/${hex(address)}/transactions`);
    const filtered = await api.get(
      `/api/v2/addresses/${hex(address)}/transactions?method=${calls.plant.slice(0, 10)}`,
    );
    const hashesOf = (list: unknown) => Object(list).items.map((item: { hash: string }) => item.hash);
    const named = Object(body).items.filter((item: Record<string, unknown>) => item.method !== null);
    expect(hashesOf(filtered.body)).toEqual(hashesOf({ items: named }));
    const called = Object(body).items.flatMap((item: Record<string, unknown>) => {
      const isCall = String(item.transaction_types).includes('contract_call');
      expect(item.method !== null, JSON.stringify(item)).toBe(isCall);
      return isCall ? [`${item.block_number}/${item.position}`] : [];
    });
    const existed = new Map([
      [gone, [[32.05, 33.2]]],
      [
        again,
        [
          [31.05, 32.05],
          [33.05, 35],
        ],
      ],
      [
        twice,
        [
          [31.05, 32.05],
          [33.05, 34.05],
        ],
      ],
    ]).get(address) ?? [[32.05, 35]];
    const wanted = places.flatMap(({ block, index }) => {
      const instant = block + (index + at) / 100;
      const isCall = existed.some(([from = 0, to = 0]) => instant > from && instant < to);
      return isCall ? [`${block}/${index + at}`] : [];
    });
    expect(called.toReversed()).toEqual(wanted);
    for (const item of Object(body).items) {
      const info = Object((await api.get(`/api/v2/transactions/${item.hash}`)).body);
      expect(info).toMatchObject({ method: item.method, transaction_types: item.transaction_types });
    }
  }
  const calling = await api.get('/api/v2/blocks/32/transactions?type=contract_call');
  const positions = Object(calling.body).items.map((item: { position: number }) => item.position);
  expect(positions.toReversed()).toEqual([3, 4, 10, 11, 12, 20, 21, 22]);
});
