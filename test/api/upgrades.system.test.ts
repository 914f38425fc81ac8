import { createHash } from 'node:crypto';
import { encodeFunctionData, parseAbi } from 'viem';
import { toEventSelector, toFunctionSelector } from 'viem/utils';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const [PROXY, BEACON, OF_BEACON, WITHIN] = [address(201), address(202), address(203), address(204)];
const DIAMOND = address(205);
const [FIRST, SECOND, THIRD, UNVERIFIED] = [address(211), address(212), address(213), address(214)];
/** The same selector with other outputs is a changed function; all versions have `plant`. */
const ABIS = [
  [
    FIRST,
    [
      'function plant(uint256 height)',
      'function cutBonsai7()',
      'function size() view returns (uint256)',
      'event Watered(uint256 litres)',
    ],
  ],
  [
    SECOND,
    [
      'function plant(uint256 height)',
      'function size() view returns (uint128)',
      'function water()',
      'event Watered(uint256 gallons)',
    ],
  ],
  [
    THIRD,
    [
      'function plant(uint256 tallness)',
      'function size() view returns (uint128)',
      'function water()',
      'event Watered(uint256 drops)',
    ],
  ],
] as const;
const UPGRADED = hexToBuffer(toEventSelector('Upgraded(address)'));
const word = (bytes: Buffer) => Buffer.concat([Buffer.alloc(12), bytes]);

beforeAll(async () => {
  const { db } = api;
  for (const number of [0, 1, 2, 3, 4, 5, 6, 7, 8]) await insert.block(db, number);
  const contract = { is_contract: true, proxy_status: 'read' } as const;
  for (const one of [BEACON, UNVERIFIED]) await insert.address(db, { address: one, ...contract });
  const proxy = { ...contract, implementation: THIRD };
  for (const one of [PROXY, WITHIN])
    await insert.address(db, { address: one, ...proxy, proxy_type: 'eip1967' });
  await insert.address(db, { ...contract, address: DIAMOND, proxy_type: 'eip2535' });
  await db.sql`
    update ${db.schema}.addresses set facets = array[${FIRST}::bytea, ${THIRD}::bytea] where address = ${DIAMOND}`;
  await insert.address(db, { address: OF_BEACON, ...proxy, proxy_type: 'eip1967_beacon', beacon: BEACON });
  for (const [at, lines] of ABIS) {
    await insert.address(db, { address: at, ...contract });
    const abi = Buffer.from(JSON.stringify(parseAbi(lines)));
    const row = { address: at, source: 'operator', abi, abi_hash: createHash('sha256').update(abi).digest() };
    await db.sql`insert into ${db.schema}.contract_interfaces ${db.sql(row)}`;
  }
  const input = hexToBuffer(
    encodeFunctionData({ abi: parseAbi(['function cutBonsai7()']), functionName: 'cutBonsai7' }),
  );
  for (const [block, to_address] of [PROXY, PROXY, PROXY, PROXY, OF_BEACON].entries()) {
    const call = { to_address, input };
    await insert.transaction(db, { block, index: 0 }, { ...call, internal_transactions_count: 1 });
    await insert.internal(db, { block, index: 0, call: 1 }, { ...call, input_size: input.length });
  }
  const logs = [
    [1, 0, PROXY, FIRST],
    [2, 0, PROXY, SECOND],
    [3, 0, PROXY, UNVERIFIED],
    [3, 1, PROXY, THIRD],
    [3, 2, BEACON, FIRST],
  ] as const;
  for (const [block, log, by, target] of logs)
    await insert.log(db, { block, index: 0, log }, { address: by, topic0: UPGRADED, topic1: word(target) });
});

const upgrade = z.object({
  kind: z.string(),
  contract: z.object({ hash: z.string() }),
  target: z.object({ hash: z.string() }),
  functions: z
    .object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) })
    .nullable(),
  block_number: z.int(),
});

/** Block, target, and the functions that came, went and changed. */
async function upgradesOf(contract: Buffer) {
  const path = `/api/v2/smart-contracts/${bufferToAddress(contract)}/upgrades`;
  const pages = await walkPages(api, path, { item: upgrade, query: { items_count: 2 } });
  return pages.map((page) =>
    page.map(({ block_number, target, functions }) => [
      block_number,
      target.hash,
      functions && [functions.added, functions.removed, functions.changed],
    ]),
  );
}

test('the upgrades of a proxy, newest first, each compared with the one before', async () => {
  const changes = [['water()'], ['cutBonsai7()'], ['size()']];
  expect(await upgradesOf(PROXY)).toEqual([
    [
      [3, bufferToAddress(THIRD), null],
      [3, bufferToAddress(UNVERIFIED), null],
    ],
    [
      [2, bufferToAddress(SECOND), changes],
      [1, bufferToAddress(FIRST), null],
    ],
  ]);
});

test('those of a beacon are upgrades of what stands behind it', async () => {
  const [[found] = []] = await upgradesOf(OF_BEACON);
  expect(found).toEqual([3, bufferToAddress(FIRST), null]);
  expect(await upgradesOf(BEACON)).toEqual([[found]]);
  expect(await upgradesOf(FIRST)).toEqual([[]]);
});

test('a call is decoded by what the proxy ran then, alone and in lists', async () => {
  const { body } = await api.get('/api/v2/transactions');
  const listed = z.object({ items: z.array(z.object({ hash: z.string(), method: z.string().nullable() })) });
  const { items } = listed.parse(body);
  // newest first: by the beacon; not by what came before or after; by the last one, also where it is replaced meanwhile
  const [known, unknown] = ['cutBonsai7', toFunctionSelector('cutBonsai7()')];
  expect(items.map(({ method }) => method)).toEqual([known, unknown, known, known, unknown]);
  for (const { hash, method } of items) {
    expect((await api.get(`/api/v2/transactions/${hash}`)).body).toMatchObject({ method });
    const frames = [{ method }, { method }];
    expect((await api.get(`/api/v2/transactions/${hash}/call-tree`)).body).toMatchObject({ frames });
  }
  const list = await api.get(`/api?module=account&action=txlist&address=${bufferToAddress(PROXY)}`);
  const named = items.slice(1).map(({ method }) => ({ functionName: method === known ? `${known}()` : '' }));
  expect(list.body).toMatchObject({ result: named });
  const inner = await api.get('/api/v2/internal-transactions');
  expect(inner.body).toMatchObject({ items: items.map(({ method }) => ({ method })) });
});

const WATERED = hexToBuffer(toEventSelector('Watered(uint256)'));
const input = hexToBuffer(
  encodeFunctionData({ abi: parseAbi(['function plant(uint256)']), functionName: 'plant', args: [7n] }),
);
const decoded = z.object({ parameters: z.array(z.object({ name: z.string() })) }).nullish();
const decodings = z.array(z.object({ decoded_input: decoded, decoded }));
/** What the first parameter of each call or log is called. */
const namesOf = (list: unknown) =>
  decodings.parse(list).map((one) => (one.decoded_input ?? one.decoded)?.parameters[0]?.name ?? null);

/** A transaction that calls a proxy, which delegates to these one after another. */
async function callProxy(proxy: Buffer, block: number, ran: readonly Buffer[]): Promise<string> {
  const { db } = api;
  const [call, extra] = [
    { input, input_size: input.length },
    { internal_transactions_count: 2 * ran.length },
  ];
  const hash = await insert.transaction(db, { block, index: 0 }, { input, to_address: proxy, ...extra });
  for (const [at, to_address] of ran.entries()) {
    const forward = { ...call, depth: 2, type: 'delegatecall', from_address: proxy, to_address };
    await insert.internal(db, { block, index: 0, call: 2 * at + 1 }, { ...call, to_address: proxy });
    await insert.internal(db, { block, index: 0, call: 2 * at + 2 }, forward);
  }
  return bufferToHex(hash);
}

test('calls of a proxy that is replaced within the transaction are decoded by what each ran', async () => {
  for (const [block, ran, names] of [
    [5, [THIRD, FIRST], ['tallness', 'tallness', 'height', 'height']],
    [6, [FIRST, THIRD], ['height', 'height', 'tallness', 'tallness']],
  ] as const) {
    const path = `/api/v2/transactions/${await callProxy(WITHIN, block, ran)}`;
    const { frames } = Object((await api.get(`${path}/call-tree`)).body);
    expect(namesOf(frames).slice(1)).toEqual(names);
    const { items } = Object((await api.get(`${path}/internal-transactions`)).body);
    expect(namesOf(items)).toEqual(names);
  }
});

test('logs and calls around an upgrade are decoded by what was set before them, without traces too', async () => {
  const { db } = api;
  const block = 7;
  const hash = await insert.transaction(db, { block, index: 0 }, { input, to_address: WITHIN });
  const upgradeTo = (target: Buffer) => ({ address: WITHIN, topic0: UPGRADED, topic1: word(target) });
  const watered = { address: WITHIN, topic0: WATERED, data: Buffer.alloc(32) };
  await insert.log(db, { block: 4, index: 0, log: 0 }, upgradeTo(THIRD));
  const logs = [watered, upgradeTo(FIRST), watered, upgradeTo(SECOND), watered, upgradeTo(FIRST), watered];
  for (const [log, logged] of logs.entries()) await insert.log(db, { block, index: 0, log }, logged);
  const path = `/api/v2/transactions/${bufferToHex(hash)}`;
  const { items } = Object((await api.get(`${path}/logs`)).body);
  const names = [
    'drops',
    'implementation',
    'litres',
    'implementation',
    'gallons',
    'implementation',
    'litres',
  ];
  expect(namesOf(items)).toEqual(names);
  expect(namesOf([(await api.get(path)).body])).toEqual(['tallness']);
});

test('of the facets of a diamond the one that ran decodes calls and logs', async () => {
  const path = `/api/v2/transactions/${await callProxy(DIAMOND, 8, [THIRD])}`;
  const watered = { address: DIAMOND, topic0: WATERED, data: Buffer.alloc(32) };
  await insert.log(api.db, { block: 8, index: 0, log: 0 }, watered);
  expect(namesOf([(await api.get(path)).body])).toEqual(['tallness']);
  expect(namesOf(Object((await api.get(`${path}/logs`)).body).items)).toEqual(['drops']);
});
