import type { Address, Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBlock } from '@/lib/endpoints/block';
import { listFheBlocks } from '@/lib/endpoints/fhe-activity';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { listAddressLogs } from '@/lib/endpoints/log';
import { getToken } from '@/lib/endpoints/token';
import { getTransaction } from '@/lib/endpoints/transaction';
import { getTransactionOverview } from '@/lib/endpoints/transaction-overview';
import { hcuCost } from '@/lib/fhe/prices';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, type TestApi } from '../support/api-harness';
import { mockHandle, startMockChain } from '../support/fhe-mocks';
import { indexAll } from '../support/indexer-harness';
import { provide } from '../support/provide';

const [BOOL, UINT64] = [0, 5];
const NO_CAP = 2 ** 48 - 1;
const handles = [1, 2, 3].map((value) => mockHandle(value, UINT64));
const [first, second] = [mockHandle(1, UINT64), mockHandle(2, UINT64)];
const ADDITION = hcuCost({ operation: 'FheAdd', fheType: 'Uint64', isScalar: false, valuesCount: 0 });

const chain = await provide(startMockChain());
let api: TestApi;
let main: Mocks;
let other: Mocks;
let lookAlike: Mocks;
let app: Address;
let exempt: Address;
const blocks: Record<string, number> = {};
const tokens: Record<string, Address> = {};
const hashes: Record<string, Hex> = {};

type Mocks = { executor: Address; limit: Address };

beforeAll(async () => {
  main = await deployMocks(true, false, [1_000_000n, 500_000n, 900_000n]);
  other = await deployMocks(false, true, [0n, 0n, 0n]);
  lookAlike = await deployMocks(true, false, [1n, 1n, 1n]);
  app = await chain.deploy('App');
  exempt = await chain.deploy('App');
  await runOperators();
  await chain.send(addition(lookAlike, app));
  await chain.send(addition(main, app));
  blocks.before = await chain.mine();
  await governed();
  await metered();
  await upgraded();
  await refused();
  await confidential();
  api = await createTestApi();
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  await indexAll({
    rpc,
    db: api.db,
    deployments: [toDeployment('Main', main), toDeployment('Other', other)],
  });
  // what deployments do not name was asked for by the first round
  await indexAll({
    rpc,
    db: api.db,
    deployments: [toDeployment('Main', main), toDeployment('Other', other)],
  });
});
afterAll(async () => {
  await api?.stop();
});

const toDeployment = (name: string, { executor }: Mocks) => ({
  ...{ name, executor, acl: null, hcuLimit: null, kmsVerifier: null },
  ...{ inputVerifier: null, protocolConfig: null, bridge: null },
});

async function deployMocks(isPacked: boolean, isOld: boolean, limits: readonly bigint[]): Promise<Mocks> {
  const limit = await chain.deploy('Limit', [isPacked, isOld, ...limits]);
  return { limit, executor: await chain.deploy('Executor', [limit, limit]) };
}

function addition({ executor }: Mocks, via: Address, value = 9) {
  const args = [first, second, '0x00', mockHandle(value, UINT64)];
  return { contract: 'Executor', to: executor, via, fn: 'add', args } as const;
}

async function runOperators(): Promise<void> {
  const call = (fn: string, args: readonly unknown[]) =>
    chain.send({ contract: 'Executor', to: main.executor, via: app, fn, args });
  hashes.sum = await call('sum', [handles, mockHandle(10, UINT64)]);
  hashes.isIn = await call('isIn', [
    first,
    [...handles, ...handles, ...handles, ...handles],
    mockHandle(11, BOOL),
  ]);
  hashes.mulDiv = await call('mulDiv', [
    first,
    second,
    `0x${'00'.repeat(31)}07`,
    '0x01',
    mockHandle(12, UINT64),
  ]);
  hashes.mulDivPlain = await call('mulDiv', [
    first,
    second,
    `0x${'00'.repeat(31)}07`,
    '0x03',
    mockHandle(13, UINT64),
  ]);
  await chain.mine();
}

/** A block with a change of limits between two operations, and one after it. */
async function governed(): Promise<void> {
  hashes.beforeChange = await chain.send(addition(main, app));
  for (const [fn, value] of [
    ['setHCUPerBlock', 2_000_000],
    ['setMaxHCUPerTx', 950_000],
    ['setMaxHCUDepthPerTx', 400_000],
  ] as const)
    await chain.send({ contract: 'Limit', to: main.limit, fn, args: [value] });
  hashes.afterChange = await chain.send(addition(main, app));
  blocks.change = await chain.mine();
  await chain.send(addition(main, app));
  blocks.after = await chain.mine();
}

async function metered(): Promise<void> {
  const allow = (fn: string) => chain.send({ contract: 'Limit', to: main.limit, fn, args: [exempt] });
  await chain.send(addition(main, exempt));
  await allow('addToBlockHCUWhitelist');
  await chain.send(addition(main, exempt));
  await chain.send(addition(main, app));
  blocks.exempted = await chain.mine();
  await chain.send(addition(main, exempt));
  blocks.exempt = await chain.mine();
}

async function upgraded(): Promise<void> {
  await chain.send(addition(other, app));
  blocks.constants = await chain.mine();
  await chain.send({ contract: 'Limit', to: other.limit, fn: 'upgradeTo', args: [NO_CAP, 300_000, 700_000] });
  blocks.upgrade = await chain.mine();
  await chain.send(addition(other, app));
  blocks.getters = await chain.mine();
}

async function refused(): Promise<void> {
  const refuse = (kind: number, via?: Address) =>
    chain.send({ contract: 'Limit', to: main.limit, fn: 'refuse', args: [kind], ...(via && { via }) });
  hashes.empty = await refuse(0, app);
  await chain.send(addition(main, exempt));
  await chain.send(addition(main, app));
  hashes.full = await refuse(0, app);
  hashes.costly = await refuse(1, app);
  hashes.unknown = await refuse(2, app);
  hashes.direct = await refuse(2);
  await chain.mine();
}

/** Tokens of a known executor, of another one, and of Nox, whose handles have a form of their own. */
async function confidential(): Promise<void> {
  const none: Address = `0x${'00'.repeat(20)}`;
  const nox: Hex = `0x00${(31_337).toString(16).padStart(8, '0')}${'22'.repeat(27)}`;
  for (const [name, executor, handle] of [
    ['known', main.executor, first],
    ['foreign', lookAlike.executor, first],
    ['nox', none, nox],
    ['other', none, `0x${'33'.repeat(32)}`],
  ] as const) {
    const token = await chain.deploy('Token', [executor, executor, name === 'known' ? 10_001n : 0n]);
    await chain.send({ contract: 'Token', to: token, fn: 'move', args: [handle] });
    tokens[name] = token;
  }
  await chain.mine();
}

async function readBlock(name: string) {
  const block = getBlock.response.parse((await api.get(`/api/v2/blocks/${blocks[name]}`)).body);
  return block.fhe_deployments ?? [];
}

async function readOperations(name: string) {
  const { body } = await api.get(`/api/v2/transactions/${hashes[name]}/fhe-operations`);
  return listTransactionFheOperations.response.parse(body);
}

async function readOverview(name: string) {
  const { body } = await api.get(`/api/v2/transactions/${hashes[name]}/overview`);
  return getTransactionOverview.response.parse(body);
}

test('the newer operators are indexed with their operands and prices', async () => {
  const read = await Promise.all(['sum', 'isIn', 'mulDiv', 'mulDivPlain'].map(readOperations));
  expect(
    read.map(({ items }) => items.map(({ operation, inputs, hcu_cost }) => [operation, inputs, hcu_cost])),
  ).toEqual([
    [['FheSum', { values: handles.map((one) => one.slice(2)) }, 139_000]],
    [
      [
        'FheIsIn',
        {
          lhs: first.slice(2),
          values: Array(4)
            .fill(handles.map((one) => one.slice(2)))
            .flat(),
        },
        492_000,
      ],
    ],
    [['FheMulDiv', expect.objectContaining({ divisor: `${'00'.repeat(31)}07` }), 2_911_000]],
    [['FheMulDiv', expect.objectContaining({ rhs: second.slice(2) }), 1_921_000]],
  ]);
});

test('limits are those of the contract, and after a change only later blocks have the new ones', async () => {
  const limitsOf = async (name: string) => (await readBlock(name)).map(({ limits }) => limits);
  const stored = { source: 'contract', version: 'HCULimit v0.4.0' };
  const old = { per_transaction: 900_000, depth_per_transaction: 500_000, per_block: 1_000_000, ...stored };
  const changed = {
    per_transaction: 950_000,
    depth_per_transaction: 400_000,
    per_block: 2_000_000,
    ...stored,
  };
  expect(await limitsOf('before')).toEqual([{ ...old, since_block: expect.any(Number) }]);
  expect(await limitsOf('change')).toEqual([{ ...changed, since_block: blocks.change }]);
  expect(await limitsOf('after')).toEqual([{ ...changed, since_block: blocks.change }]);
  const used = await Promise.all(['beforeChange', 'afterChange'].map(readOverview));
  expect(used.map(({ fhe }) => fhe?.deployments.map(({ limits }) => limits.per_transaction))).toEqual([
    [900_000],
    [950_000],
  ]);
});

test('a look-alike executor counts nothing', async () => {
  expect(await readBlock('before')).toMatchObject([
    { deployment: { name: 'Main', executor: main.executor, hcu_limit: main.limit }, operation_count: 1 },
  ]);
});

test('what an exempt caller uses does not count against the cap, from when it is exempt', async () => {
  const sums = (await readBlock('exempted')).map(({ total_hcu, metered_hcu }) => [total_hcu, metered_hcu]);
  expect(sums).toEqual([[3 * ADDITION, 2 * ADDITION]]);
  expect(await readBlock('exempt')).toMatchObject([
    {
      metered_hcu: 0,
      is_whitelist_complete: true,
      callers: [{ caller: { hash: exempt }, total_hcu: ADDITION, metered_hcu: 0 }],
    },
  ]);
});

test('a list of blocks has of each what the block by itself has, across changes of limits and whitelist', async () => {
  const { body } = await api.get('/api/v2/fhe/blocks');
  const { items } = listFheBlocks.response.parse(body);
  const heights = items.map(({ height }) => height);
  // nothing but an upgrade
  const { upgrade, ...others } = blocks;
  expect(heights).not.toContain(upgrade);
  expect(heights).toEqual(expect.arrayContaining(Object.values(others)));
  expect(heights).toEqual([...heights].sort((one, other) => other - one));
  for (const { height, deployments } of items) {
    const alone = getBlock.response.parse((await api.get(`/api/v2/blocks/${height}`)).body);
    expect([height, deployments]).toEqual([height, alone.fhe_deployments]);
  }
});

test('an old contract has its constants, and an upgraded one what its getters say', async () => {
  const [old] = await readBlock('constants');
  expect(old).toMatchObject({
    deployment: { name: 'Other' },
    limits: { per_transaction: 20_000_000, per_block: null, source: 'constants', version: 'HCULimit v0.1.0' },
  });
  const [newer] = await readBlock('getters');
  expect(newer?.limits).toEqual({
    ...{ per_transaction: 700_000, depth_per_transaction: 300_000, per_block: null },
    ...{ source: 'contract', version: 'HCULimit v0.4.0', since_block: blocks.upgrade },
  });
});

test('what HCULimit refuses is told, of a full block with who filled it, and an unknown error by its selector', async () => {
  const told = async (name: string) => {
    const { body } = await api.get(`/api/v2/transactions/${hashes[name]}`);
    return getTransaction.response.parse(body).failure;
  };
  expect(await told('full')).toMatchObject({
    code: 'fhe_block_full',
    params: { used: ADDITION, cap: 2_000_000, caller: app },
  });
  expect((await told('empty'))?.code).toBe('fhe_block_limit');
  expect((await told('costly'))?.code).toBe('fhe_transaction_exceeded');
  for (const name of ['unknown', 'direct'])
    expect(await told(name)).toMatchObject({
      code: 'fhe_refused',
      params: { selector: expect.stringMatching(/^0x.{8}$/) },
    });
});

test('events of host contracts are told in a sentence, those of a look-alike are not', async () => {
  const said = async (address: string) => {
    const { body } = await api.get(`/api/v2/addresses/${address}/logs`);
    return listAddressLogs.response.parse(body).items.map(({ explanation }) => explanation?.code);
  };
  expect(new Set(await said(main.limit))).toEqual(
    new Set(['fhe_did_exempt', 'fhe_did_cap_block', 'fhe_did_cap_transaction', 'fhe_did_cap_depth']),
  );
  expect(new Set(await said(main.executor))).toEqual(new Set(['fhe_did_operation']));
  expect(new Set(await said(lookAlike.executor))).toEqual(new Set([undefined]));
});

test('a confidential token is told by what it declares, and one of another maker for what it is', async () => {
  const told = async (name: string) => {
    const { body } = await api.get(`/api/v2/tokens/${tokens[name]}`);
    return getToken.response.parse(body).confidential;
  };
  expect(await told('known')).toEqual({
    ...{ maker: 'fhevm', deployment: 'Main', executor: main.executor, protocol_id: '10001' },
    // its transfer is of a value that no ACL has given it
    is_confirmed: false,
  });
  expect(await told('foreign')).toMatchObject({
    maker: 'fhevm',
    deployment: null,
    executor: lookAlike.executor,
  });
  expect(await told('nox')).toMatchObject({ maker: 'nox', executor: null });
  expect((await told('other'))?.maker).toBe('unknown');
});
