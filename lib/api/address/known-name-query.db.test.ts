import { beforeAll, expect, test } from 'vitest';
import { findTokens } from '@/lib/api/token/query';
import { openDatabase } from '@/lib/db/open-database';
import { bufferToAddress } from '@/lib/evm/hex';
import { replaceListedTokens } from '@/lib/indexer/enrich/write-listed-tokens';
import { provideDatabase } from '@/test/support/database';
import { openChain } from '@/test/support/indexer-harness';
import { loadDecodedNames } from './decoded-name-loader';
import { findImitated } from './known-name-query';
import { replaceLabels } from './label-query';
import { loadAddresses } from './mention-loader';
import { presentAddress } from './present';

const at = (digit: number) => Buffer.alloc(20, digit);
const [ROUTER, DOLLAR, ALICE, FAKE, FAKE_TOKEN] = [at(1), at(2), at(3), at(4), at(5)];
const label = (address: Buffer, name: string) => ({ address, name, tags: [], url: null, source: 'operator' });

const database = await provideDatabase();
const db = await openChain(database.sql, 5);
beforeAll(async () => {
  const account = { ...label(at(6), 'deployer'), source: 'development node' };
  await replaceLabels(db, [label(ROUTER, 'Our Router'), account]);
  await replaceListedTokens(db, {
    name: 'Ours',
    tokens: [
      { chainId: 5, address: DOLLAR, name: 'Demo Dollar', symbol: 'dUSD', decimals: 6, logoUri: null },
    ],
  });
  await db.sql`insert into ${db.schema}.ens_names (address, name, checked_at) values (${ALICE}, 'alice.eth', now())`;
  await db.sql`insert into ${db.schema}.addresses (address, first_seen_block, is_contract) values (${FAKE_TOKEN}, 0, true)`;
  await db.sql`
    insert into ${db.schema}.tokens (address, type, first_seen_block, transfers_count, name, symbol)
    values (${FAKE_TOKEN}, 'ERC-20', 0, 1, ${Buffer.from('Another')}, ${Buffer.from('dUЅD')})`;
});

const find = async (address: Buffer, ...names: string[]) => (await findImitated(db, [{ address, names }]))[0];

test('a name that looks like that of a label, a listed token or ENS, at another address', async () => {
  expect(await find(FAKE, 'Our Router')).toEqual({ address: ROUTER, name: 'Our Router' });
  expect(await find(FAKE, 'Оur  Rоutеr')).toEqual({ address: ROUTER, name: 'Our Router' });
  expect(await find(FAKE, 'Nobody', 'DUSD')).toEqual({ address: DOLLAR, name: 'dUSD' });
  expect(await find(FAKE, 'a1ice.eth')).toEqual({ address: ALICE, name: 'alice.eth' });
});

test('other names, and what is known itself, imitate nothing', async () => {
  expect(await find(FAKE, 'Our Router 2')).toBeUndefined();
  expect(await find(ROUTER, 'Our Router')).toBeUndefined();
  expect(await find(FAKE, 'Deployer')).toBeUndefined();
  expect(await find(ALICE, 'alice.eth')).toBeUndefined();
  expect(await find(DOLLAR, 'Demo Dollar', 'Our Router')).toBeUndefined();
  expect(await find(FAKE)).toBeUndefined();
  expect(await findImitated(db, [{ address: FAKE, names: [null] }])).toEqual([undefined]);
});

test('names of ENS that look alike do not accuse each other', async () => {
  await db.sql`insert into ${db.schema}.ens_names (address, name, checked_at) values (${at(7)}, 'a1ice.eth', now())`;
  // nothing is known of another pool yet
  const anew = openDatabase(new Proxy(database.sql, {}), 5);
  for (const [address, name] of [
    [ALICE, 'alice.eth'],
    [at(7), 'a1ice.eth'],
  ] as const)
    expect(await findImitated(anew, [{ address, names: [name] }])).toEqual([undefined]);
});

test('known names are read once for all requests', async () => {
  const reads: string[] = [];
  const counted = new Proxy(database.sql, {
    apply: (sql, self, given) => {
      if (String(given[0]).includes('ens_names')) reads.push('known names');
      return Reflect.apply(sql, self, given);
    },
  });
  const shared = openDatabase(counted, 5);
  for (const _ of [1, 2]) await findImitated(shared, [{ address: FAKE, names: ['Our Router'] }]);
  expect(reads).toEqual(['known names']);
});

test('tokens and addresses carry it', async () => {
  expect((await findTokens(db, [FAKE_TOKEN]))[0]?.imitates).toEqual({ address: DOLLAR, name: 'dUSD' });
  await db.sql`update ${db.schema}.tokens set name = ${Buffer.from('our router')} where address = ${FAKE_TOKEN}`;
  const presented = presentAddress(FAKE_TOKEN, await loadAddresses(db, [FAKE_TOKEN]));
  expect(presented.imitates).toEqual({ address_hash: bufferToAddress(ROUTER), name: 'Our Router' });
});

test('a pool is called by its tokens and fee, without the symbol of a token that imitates another', async () => {
  const [pool, other] = [at(8), at(9)];
  await db.sql`
    insert into ${db.schema}.addresses (address, first_seen_block, is_contract)
    values (${pool}, 0, true), (${other}, 0, true)`;
  await db.sql`
    insert into ${db.schema}.tokens (address, type, first_seen_block, transfers_count, name, symbol) values
      (${DOLLAR}, 'ERC-20', 0, 1, ${Buffer.from('Demo Dollar')}, ${Buffer.from('dUSD')}),
      (${pool}, 'ERC-20', 0, 1, ${Buffer.from('Uniswap V2')}, ${Buffer.from('UNI-V2')})`;
  await db.sql`
    insert into ${db.schema}.pools (address, token0, token1, fee, exchange, block_number) values
      (${pool}, ${DOLLAR}, ${FAKE_TOKEN}, 500, 'Uniswap V3', 0), (${other}, ${DOLLAR}, ${at(10)}, null, 'Sushi', 0)`;
  const addresses = await loadAddresses(db, [pool, other]);
  const [named, unknown] = [presentAddress(pool, addresses), presentAddress(other, addresses)];
  expect(named.name).toBe('Uniswap V3: dUSD/0x050505…050505 0.05%');
  expect(named.imitates).toBeUndefined();
  expect(unknown.name).toBe('Sushi: dUSD/0x0A0A0a…0a0a0a');
  await replaceLabels(db, [label(ROUTER, 'Our Router'), label(pool, 'Our Pool')]);
  expect(presentAddress(pool, await loadAddresses(db, [pool])).name).toBe('Our Pool');
});

test('addresses in decoded parameters are named, those without a name are left out', async () => {
  await db.sql`
    insert into ${db.schema}.addresses (address, first_seen_block, is_contract)
    values (${ROUTER}, 0, true), (${ALICE}, 0, false), (${at(42)}, 0, false)`;
  const parameters = [
    { type: 'address[]', value: [at(42), ROUTER].map(bufferToAddress) },
    { type: '(address,bool)', value: [bufferToAddress(ALICE), 'true'] },
  ];
  const named = await loadDecodedNames(db, [{ parameters }], [bufferToAddress(FAKE_TOKEN)]);
  expect(named.map(({ hash, name, ens_domain_name: ens }) => [hash, name ?? ens])).toEqual([
    [bufferToAddress(FAKE_TOKEN), 'our router'],
    [bufferToAddress(ROUTER), 'Our Router'],
    [bufferToAddress(ALICE), 'alice.eth'],
  ]);
});
