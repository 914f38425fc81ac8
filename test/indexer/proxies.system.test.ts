import type { Hex } from 'viem';
import { getCreate2Address, pad, toEventSelector } from 'viem/utils';
import { beforeAll, expect, test } from 'vitest';
import { startTestChain } from '@/demo/test-chain';
import { findContractCreations } from '@/lib/api/contract/creation-query';
import { hashCode } from '@/lib/db/hash-code';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { PROXY_SLOTS } from '@/lib/evm/proxies';
import { INITIAL_BATCH_BLOCKS } from '@/lib/indexer/sync/plan';
import { createRpc } from '@/lib/rpc/client';
import { provideDatabase } from '../support/database';
import { compareIndex, indexAll, indexFresh, openChain } from '../support/indexer-harness';
import { provide } from '../support/provide';

const [chain, live, fresh] = await Promise.all([
  provide(startTestChain()),
  provideDatabase(),
  provideDatabase(),
]);
const db = await openChain(live.sql, 31_337);

const place = (end: string) => `0x${end.padStart(40, '0')}`;
const word = (value: string) => `0x${value.slice(2).padStart(64, '0')}`;
const UPGRADED = toEventSelector('Upgraded(address)');
/** Emits a log with the first two words of its input as topics. The byte after the end is DELEGATECALL. */
const EMITS = '60203560003560006000a200';
/** Answers input shorter than two words with the word in slot 0; emits otherwise. */
const BEACON_CODE = `0x36600414601357${EMITS}5b60005460005260206000f3`;
const FORWARDS = `0x${EMITS}f4`;
const clone = (target: string) => `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`;

const [FIRST, SECOND] = [place('a1'), place('a2')];
const AT = {
  clone: place('c1'),
  proxy: place('c2'),
  proxiable: place('c3'),
  beacon: place('c4'),
  beaconProxy: place('c5'),
  plain: place('c6'),
  looksLikeOne: place('c7'),
  delegating: place('c8'),
};
/** Delegates its input to the address in the slot of EIP-1967. */
const DELEGATES = `0x363d3d373d3d363d7f${PROXY_SLOTS.eip1967.slice(2)}545af400`;

const request = (method: string, ...params: unknown[]) => chain.chain.request(method, params);
const index = () => indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db });

async function emit(...emitters: string[]): Promise<void> {
  for (const to of emitters) {
    const from = chain.chain.accounts.deployer;
    const data = bufferToHex(Buffer.concat([hexToBuffer(UPGRADED), hexToBuffer(word(FIRST))]));
    await chain.chain.send({ from, to: `0x${to.slice(2)}`, data, gas: 100_000n });
  }
  await chain.chain.mine();
}

async function proxyOf(address: string) {
  const [row] = await db.sql<
    {
      proxy_status: string;
      proxy_type: string | null;
      implementation: Buffer | null;
      beacon: Buffer | null;
    }[]
  >`
    select proxy_status, proxy_type, implementation, beacon from ${db.schema}.addresses
    where address = ${hexToBuffer(address)}`;
  expect(row?.proxy_status).toBe('read');
  const hex = (bytes: Buffer | null | undefined) => (bytes ? bufferToHex(bytes) : null);
  return [row?.proxy_type, hex(row?.implementation), hex(row?.beacon)];
}

/** Creates a contract, always at the same address, with the code that another one has. */
const [FACTORY, ORIGINAL] = [place('f1'), place('f2')];
const INIT_CODE: Hex = `0x73${ORIGINAL.slice(2)}3b806000600073${ORIGINAL.slice(2)}3c6000f3`;
const MADE = getCreate2Address({ from: `0x${FACTORY.slice(2)}`, salt: pad('0x'), bytecode: INIT_CODE });
const madeBytes = hexToBuffer(MADE.toLowerCase());

async function createMade(code: string): Promise<void> {
  await request('anvil_setCode', ORIGINAL, code);
  const from = chain.chain.accounts.deployer;
  await chain.chain.send({ from, to: `0x${FACTORY.slice(2)}`, data: INIT_CODE, gas: 500_000n });
  await chain.chain.mine();
  await index();
}

/** The block of the creation, and the names of its sources and of former ones. */
async function readMade() {
  const [creation] = await findContractCreations(db, [madeBytes]);
  const read = async (table: 'contract_interfaces' | 'former_interfaces') => {
    const rows = await db.sql<{ name: Buffer }[]>`
      select name from ${db.schema}.${db.sql(table)} where address = ${madeBytes}`;
    return rows.map(({ name }) => String(name));
  };
  return [
    creation?.block_number,
    await read('contract_interfaces'),
    await read('former_interfaces'),
  ] as const;
}

beforeAll(async () => {
  const codes = {
    [AT.clone]: clone(FIRST),
    [AT.proxy]: FORWARDS,
    [AT.proxiable]: FORWARDS,
    [AT.beacon]: BEACON_CODE,
    [AT.beaconProxy]: FORWARDS,
    [AT.plain]: FORWARDS,
    [AT.looksLikeOne]: `0x${EMITS}`,
    [AT.delegating]: DELEGATES,
  };
  for (const [address, code] of Object.entries(codes)) await request('anvil_setCode', address, code);
  const slots = [
    [AT.proxy, PROXY_SLOTS.eip1967, FIRST],
    [AT.proxiable, PROXY_SLOTS.eip1822, FIRST],
    [AT.beacon, word('0x'), FIRST],
    [AT.beaconProxy, PROXY_SLOTS.eip1967_beacon, AT.beacon],
    [AT.looksLikeOne, PROXY_SLOTS.eip1967, FIRST],
    [AT.delegating, PROXY_SLOTS.eip1967, FIRST],
  ] as const;
  for (const [address, slot, value] of slots) await request('anvil_setStorageAt', address, slot, word(value));
  await emit(...Object.values(AT));
  await index();
});

test('every kind of proxy is known by its code and storage, and what is none is known as none', async () => {
  expect(await proxyOf(AT.clone)).toEqual(['eip1167', FIRST, null]);
  expect(await proxyOf(AT.proxy)).toEqual(['eip1967', FIRST, null]);
  expect(await proxyOf(AT.proxiable)).toEqual(['eip1822', FIRST, null]);
  expect(await proxyOf(AT.beaconProxy)).toEqual(['eip1967_beacon', FIRST, AT.beacon]);
  for (const none of [AT.beacon, AT.plain, AT.looksLikeOne]) {
    expect(await proxyOf(none)).toEqual([null, null, null]);
  }
});

test("the demo's host contracts stand behind proxies whose implementation was replaced", async () => {
  const { FHEVMExecutor = '', EmptyHost = '' } = chain.history.contracts;
  const [type, implementation] = await proxyOf(FHEVMExecutor);
  expect(type).toBe('eip1967');
  expect(implementation).not.toBe(EmptyHost.toLowerCase());
});

test('what is known of a code is stored with it, also for contracts that were read before', async () => {
  const hashOf = async (address: string) => {
    const [row] = await db.sql<{ code_hash: Buffer | null; code_size: number | null }[]>`
      select code_hash, code_size from ${db.schema}.addresses where address = ${hexToBuffer(address)}`;
    return [row?.code_size, row?.code_hash && bufferToHex(row.code_hash)];
  };
  const code = hexToBuffer(FORWARDS);
  const known = [code.length, bufferToHex(hashCode(code))];
  expect(await hashOf(AT.proxy)).toEqual(known);
  expect(await hashOf(AT.plain)).toEqual(known);
  await db.sql`update ${db.schema}.addresses set code_size = null, code_hash = null`;
  await index();
  expect(await hashOf(AT.plain)).toEqual(known);
  expect(await proxyOf(AT.proxy)).toEqual(['eip1967', FIRST, null]);
  const left = await db.sql`
    select from ${db.schema}.addresses where is_contract and delegate is null and code_size is null`;
  expect(left).toHaveLength(0);
});

test('an upgrade that is seen, of the proxy or of its beacon, is followed; one that is not seen is not', async () => {
  await request('anvil_setStorageAt', AT.proxy, PROXY_SLOTS.eip1967, word(SECOND));
  await request('anvil_setStorageAt', AT.proxiable, PROXY_SLOTS.eip1822, word(SECOND));
  await request('anvil_setStorageAt', AT.beacon, word('0x'), word(SECOND));
  const tokens = [AT.proxy, AT.beaconProxy, AT.proxiable].map((at) => ({
    ...{ address: hexToBuffer(at), type: 'ERC-20', first_seen_block: 1, transfers_count: 0 },
    metadata_status: 'fetched',
  }));
  await db.sql`insert into ${db.schema}.tokens ${db.sql(tokens)}`;
  await emit(AT.proxy, AT.beacon);
  await index();
  // those were read again, and told nothing
  const named = await db.sql`
    delete from ${db.schema}.tokens where address in ${db.sql(tokens.map(({ address }) => address))}
    returning address, metadata_status as status`;
  expect(new Map(named.map(({ address, status }) => [bufferToHex(address), status]))).toEqual(
    new Map([
      [AT.proxy, 'failed'],
      [AT.beaconProxy, 'failed'],
      [AT.proxiable, 'fetched'],
    ]),
  );
  expect(await proxyOf(AT.proxy)).toEqual(['eip1967', SECOND, null]);
  expect(await proxyOf(AT.beaconProxy)).toEqual(['eip1967_beacon', SECOND, AT.beacon]);
  expect(await proxyOf(AT.proxiable)).toEqual(['eip1822', FIRST, null]);
});

test('without an event the target of a proxy is followed once it delegates there, that of a beacon once it is called', async () => {
  const { deployer: from } = chain.chain.accounts;
  const calls = async (...targets: string[]) => {
    for (const to of targets)
      await chain.chain.send({ from, to: `0x${to.slice(2)}`, data: '0x12345678', gas: 100_000n });
    await chain.chain.mine();
    await index();
  };
  await calls(AT.delegating);
  expect(await proxyOf(AT.delegating)).toEqual(['eip1967', FIRST, null]);
  await request('anvil_setStorageAt', AT.delegating, PROXY_SLOTS.eip1967, word(SECOND));
  await request('anvil_setStorageAt', AT.beacon, word('0x'), word(FIRST));
  await calls(AT.delegating, AT.beacon);
  expect(await proxyOf(AT.delegating)).toEqual(['eip1967', SECOND, null]);
  expect(await proxyOf(AT.beaconProxy)).toEqual(['eip1967_beacon', FIRST, AT.beacon]);
});

test('without an event a proxy that was called and did not delegate is read again, also behind the head', async () => {
  const { deployer: from } = chain.chain.accounts;
  await request('anvil_setStorageAt', AT.proxiable, PROXY_SLOTS.eip1822, word(SECOND));
  await request('anvil_setStorageAt', AT.beacon, word('0x'), word(SECOND));
  for (const to of [AT.proxiable, AT.beacon])
    await chain.chain.send({ from, to: `0x${to.slice(2)}`, data: '0x12345678', gas: 100_000n });
  for (let mined = 0; mined <= INITIAL_BATCH_BLOCKS; mined++) await chain.chain.mine();
  await index();
  expect(await proxyOf(AT.proxiable)).toEqual(['eip1822', SECOND, null]);
  expect(await proxyOf(AT.beaconProxy)).toEqual(['eip1967_beacon', SECOND, AT.beacon]);
});

test('sources end with the code that they were verified for', async () => {
  await request('anvil_setCode', FACTORY, '0x36600060003760003660006000f55000');
  await createMade(FORWARDS);
  const abi = Buffer.from('[]');
  const row = {
    address: madeBytes,
    source: 'verified',
    verified_via: 'compiler',
    name: Buffer.from('Honest'),
    abi,
  };
  const code_hash = hashCode(hexToBuffer(FORWARDS));
  await db.sql`
    insert into ${db.schema}.contract_interfaces ${db.sql({ ...row, abi_hash: hashCode(abi), code_hash })}`;
  await emit(AT.plain);
  await index();
  const [created, ...sources] = await readMade();
  expect(sources).toEqual([['Honest'], []]);

  await request('anvil_setCode', MADE, '0x');
  await request('anvil_setNonce', MADE, '0x0');
  await createMade(BEACON_CODE);
  expect(await readMade()).toEqual([Number(created) + 2, [], ['Honest']]);
});

test('an upgrade and a creation that a reorganization takes back are taken back', async () => {
  await emit(AT.proxiable);
  await index();
  expect(await proxyOf(AT.proxiable)).toEqual(['eip1822', SECOND, null]);
  for (const [address, slot, value] of [
    [AT.proxiable, PROXY_SLOTS.eip1822, FIRST],
    [AT.beacon, word('0x'), FIRST],
    [AT.proxy, PROXY_SLOTS.eip1967, word('0x')],
  ] as const) {
    await request('anvil_setStorageAt', address, slot, word(value));
  }
  await request('anvil_reorg', 2, []);
  const steps = await index();
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'reorg', removed: 2 }));
  const [, ...sources] = await readMade();
  expect(sources).toEqual([['Honest'], []]);
  await db.sql`delete from ${db.schema}.contract_interfaces`;
  expect(await compareIndex(db, await indexFresh(fresh.sql, chain.rpcUrl))).toEqual({});
});
