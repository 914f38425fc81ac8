import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { hashCode } from '@/lib/db/hash-code';
import { type Database, openDatabase } from '@/lib/db/open-database';
import { registerChains } from '@/lib/db/register-chains';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { findTip } from '@/lib/indexer/sync/state';
import { createTestDatabase, provideDatabase } from '../support/database';
import { followThrough, startDevChain, untilFollowed } from '../support/dev-chain';
import { serveHttp } from '../support/http-server';
import { bundleIndexer, openChain, spawnIndexer } from '../support/indexer-harness';
import { provide } from '../support/provide';
import { stopChild } from '../support/stop-child';
import { until } from '../support/until';
import { drawsOf } from '../synthetic/draws';

const CHAIN_ID = 31_337;
const OTHER_ID = 77;
const EMPTY_ID = 1_337;
const TIMES = 2;
/** A contract of one byte. */
const CREATING = '0x60016000f3';

const [program, dev, database] = await Promise.all([
  bundleIndexer(),
  provide(startDevChain()),
  provideDatabase(),
]);

const start = (DEV: string, more: Readonly<Record<string, string>> = {}) => {
  const own = { DATABASE_URL: database.url, RPC_URL: dev.url, CHAINS_FILE: '', PROVE: 'auto', DEV };
  return spawnIndexer(program, { ...own, ...more });
};

/** Creates a contract of code that no other has. */
async function create(): Promise<Buffer> {
  const [, from] = asList(await dev.request('eth_accounts')).map(asHex);
  const hash = await dev.request('eth_sendTransaction', [{ from, data: CREATING, gas: '0x20000' }]);
  await dev.mine();
  const receipt = asRecord(await dev.request('eth_getTransactionReceipt', [hash]));
  return hexToBuffer(asHex(receipt.contractAddress));
}

async function verify({ sql, schema }: Database, address: Buffer): Promise<void> {
  const text = Buffer.from('[]');
  const row = {
    ...{ address, source: 'verified', verified_via: 'compiler', name: Buffer.from('Small'), abi: text },
    ...{ abi_hash: hashCode(text), is_exact: true, verified_at: 1, language: Buffer.from('solidity') },
    ...{ compiler_version: text, file_path: text, compiler_settings: text, sources: text },
    ...{ code_hash: hashCode(Buffer.of(0)), libraries: text },
  };
  await sql`insert into ${schema}.contract_interfaces ${sql(row)}`;
}

const countVerified = async ({ sql, schema }: Database) =>
  (await sql`select from ${schema}.contract_interfaces where source = 'verified'`).length;

test('restarted, reset, reverted, forked, in time: the index is that of the new chain alone', async () => {
  const { child, said } = start('auto');
  try {
    const { below } = drawsOf(29, 1);
    await followThrough(dev, database.sql, { times: TIMES, below, note: (line) => said.push(line) });
    expect(child.exitCode).toBeNull();
  } finally {
    await stopChild(child);
  }
});

test('a verification outlives the chain for a contract of the same code, and labels for any address', async () => {
  const db = openDatabase(database.sql, CHAIN_ID);
  await dev.restart({ timestamp: 1_767_300_000 });
  const contract = await create();
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-labels-'));
  const LABELS_FILE = join(folder, 'labels.json');
  await writeFile(LABELS_FILE, JSON.stringify([{ address: bufferToHex(contract), name: 'Mine' }]));
  const { child } = start('auto', { LABELS_FILE });
  try {
    await untilFollowed(dev, db);
    await verify(db, contract);
    await dev.restart({ timestamp: 1_767_400_000 });
    await dev.mine();
    await untilFollowed(dev, db);
    expect(await countVerified(db)).toBe(0);
    const labels =
      await database.sql`select name from ${db.schema}.address_labels where address = ${contract}`;
    expect(labels).toEqual([{ name: Buffer.from('Mine') }]);
    expect(await create()).toEqual(contract);
    await until('the same code', async () => (await countVerified(db)) === 1);
    const [told] = await database.sql`select reset_at, reset_to from ${db.schema}.development`;
    expect(told).toMatchObject({ reset_at: expect.any(Number), reset_to: null });
  } finally {
    await stopChild(child);
    await rm(folder, { recursive: true });
  }
});

test('a node that tells its new instance with the fork it had is opened again when it tells the new one', async () => {
  await dev.happen('fork', () => 33);
  await dev.mine();
  const { forkedNetwork } = asRecord(await dev.request('hardhat_metadata'));
  const stale = { isOn: false, told: 0 };
  const url = await serveHttp(async (request, response) => {
    const body = await text(request);
    const isStale = stale.isOn && body.includes('hardhat_metadata');
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(dev.url, { method: 'POST', headers, body })).json();
    if (isStale) {
      answer.result = { ...answer.result, forkedNetwork };
      stale.told += 1;
    }
    response.end(JSON.stringify(answer));
  });
  const { child } = start('auto', { RPC_URL: url });
  const db = openDatabase(database.sql, CHAIN_ID);
  try {
    await untilFollowed(dev, db);
    stale.isOn = true;
    await dev.happen('reset', () => 0);
    stale.told = 0;
    await until('the new instance', () => stale.told > 4);
    stale.isOn = false;
    await dev.mine();
    await untilFollowed(dev, db);
  } finally {
    await stopChild(child);
  }
});

test('a node that becomes one of another chain ID takes the place of the chain it had', async () => {
  const { child } = start('auto');
  const idsServed = async () =>
    (await database.sql`select chain_id from gateway.chains where is_served`).map(({ chain_id }) => chain_id);
  try {
    await dev.mine();
    await untilFollowed(dev, openDatabase(database.sql, CHAIN_ID));
    await dev.request('anvil_setChainId', [OTHER_ID]);
    await dev.request('evm_mine');
    await untilFollowed(dev, openDatabase(database.sql, OTHER_ID));
    expect(await idsServed()).toEqual([OTHER_ID]);
  } finally {
    await stopChild(child);
  }
});

test('an empty index, as of a node that told another chain ID at its start, gives way', async () => {
  const own = await createTestDatabase();
  await openChain(own.sql, EMPTY_ID);
  const names = { name: 'Early', symbol: 'ETH', isDemo: false, fheExecutor: null };
  await registerChains(own.sql, [{ chainId: EMPTY_ID, firstBlock: 0, firstBlockHash: null, ...names }]);
  const { child } = start('auto', { DATABASE_URL: own.url });
  try {
    await dev.restart({ timestamp: 1_767_450_000 });
    await dev.mine();
    await untilFollowed(dev, openDatabase(own.sql, CHAIN_ID));
    const chains = await own.sql`select chain_id from gateway.chains`;
    expect(chains).toEqual([{ chain_id: CHAIN_ID }]);
  } finally {
    await stopChild(child);
    await own.drop();
  }
});

test.each([
  ['with DEV=off', 'off'],
  ['of an index that was not made from such a node', 'auto'],
])('%s a chain that begins again is another chain, and nothing is removed', async (_, later) => {
  const own = await createTestDatabase();
  const db = openDatabase(own.sql, CHAIN_ID);
  await dev.restart({ timestamp: 1_767_500_000 });
  await dev.mine();
  const first = start('off', { DATABASE_URL: own.url });
  try {
    await untilFollowed(dev, db);
    if (later !== 'off') await stopChild(first.child);
    const tip = await findTip(db);
    await dev.restart({ timestamp: 1_767_600_000 });
    await dev.mine();
    const { child, said } = later === 'off' ? first : start(later, { DATABASE_URL: own.url });
    try {
      const refusal = /nothing is written or removed|cannot index this chain yet/;
      await until('the refusal', () => refusal.test(said.join('')));
      expect(await findTip(db)).toEqual(tip);
      expect(await own.sql`select from ${db.schema}.development`).toHaveLength(0);
    } finally {
      await stopChild(child);
    }
  } finally {
    await stopChild(first.child);
    await own.drop();
  }
});

test('a start that ended before its first block was indexed leaves nothing that refuses the next chain', async () => {
  const own = await createTestDatabase();
  await openChain(own.sql, CHAIN_ID);
  const names = { name: 'Early', symbol: 'ETH', isDemo: false, fheExecutor: null };
  const firstBlockHash = Buffer.alloc(32, 7);
  await registerChains(own.sql, [{ chainId: CHAIN_ID, firstBlock: 0, firstBlockHash, ...names }]);
  const { child } = start('auto', { DATABASE_URL: own.url });
  try {
    await dev.mine();
    await untilFollowed(dev, openDatabase(own.sql, CHAIN_ID));
  } finally {
    await stopChild(child);
    await own.drop();
  }
});
