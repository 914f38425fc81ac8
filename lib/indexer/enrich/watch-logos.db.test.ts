import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findListing, findLogo } from '@/lib/api/token/listed-query';
import { findTokens } from '@/lib/api/token/query';
import type { Database } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { createLog } from '@/lib/log';
import { provideDatabase } from '@/test/support/database';
import { openChain } from '@/test/support/indexer-harness';
import { readDueLogos } from './watch-logos';
import { replaceListedTokens, storeLogo } from './write-listed-tokens';

const [DOLLAR, OTHER, ABSENT] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2), Buffer.alloc(20, 3)];
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const log = createLog({ name: 'test', level: 'silent' });

const database = await provideDatabase();
let db: Database;
let folder: string;
beforeAll(async () => {
  db = { ...(await openChain(database.sql, 5)), siteUrl: 'https://site.example' };
  folder = await mkdtemp(join(tmpdir(), 'logos-'));
  await writeFile(join(folder, 'usd.png'), PNG);
  for (const [address, symbol] of [
    [DOLLAR, 'usd'],
    [OTHER, 'OTH'],
  ] as const)
    await db.sql`
      insert into ${db.schema}.tokens (address, type, first_seen_block, transfers_count, metadata_status, symbol, decimals)
      values (${address}, 'ERC-20', 0, 1, 'fetched', ${Buffer.from(symbol)}, 6)`;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const read = () => readDueLogos({ db, logos: { folder, hosts: [], ipfsUrl: undefined }, log });
const listed = (address: Buffer, changes = {}) => ({
  ...{ chainId: 5, address, name: 'Dollar', symbol: 'USD', decimals: 6, logoUri: 'usd.png' },
  ...changes,
});
const iconOf = async (address: Buffer) => (await findTokens(db, [address]))[0]?.icon_url;

test('indexed tokens of the list get its logos, if their contracts agree with it', async () => {
  await replaceListedTokens(db, {
    name: 'Ours',
    tokens: [DOLLAR, OTHER, ABSENT].map((token) => listed(token)),
  });
  expect(await iconOf(DOLLAR)).toBeNull();
  expect(await read()).toBe(2);
  expect(await read()).toBe(0);
  expect(await findLogo(db, DOLLAR)).toEqual({ bytes: PNG, type: 'image/png' });
  expect(await iconOf(DOLLAR)).toMatch(
    /^https:\/\/site\.example\/5\/token\/0x(01){20}\/logo\?v=[\da-f]{12}$/,
  );
  expect(await findListing(db, DOLLAR)).toMatchObject({ list: 'Ours', symbol: 'USD', agrees: true });
  expect(await findLogo(db, OTHER)).toBeUndefined();
  expect(await iconOf(OTHER)).toBeNull();
  expect(await findListing(db, OTHER)).toMatchObject({ agrees: false });
});

test('a new list keeps the logos that it still has until they are read again', async () => {
  await replaceListedTokens(db, {
    name: 'Newer',
    tokens: [listed(DOLLAR), listed(OTHER, { symbol: 'OTH' })],
  });
  expect(await findLogo(db, DOLLAR)).toBeDefined();
  expect(await read()).toBe(2);
  expect(await findLogo(db, OTHER)).toBeDefined();
  await replaceListedTokens(db, { name: 'Newest', tokens: [listed(DOLLAR, { logoUri: null })] });
  expect(await findLogo(db, DOLLAR)).toBeUndefined();
  expect(await findListing(db, OTHER)).toBeUndefined();
});

test('other decimals are another token', async () => {
  await replaceListedTokens(db, { name: 'Ours', tokens: [listed(DOLLAR, { decimals: 18 })] });
  expect(await read()).toBe(1);
  expect(await findLogo(db, DOLLAR)).toBeUndefined();
});

test('a server that is away takes no logo', async () => {
  const ipfsUrl = `http://127.0.0.1:${await findFreePort()}`;
  await replaceListedTokens(db, { name: 'Ours', tokens: [listed(DOLLAR, { logoUri: 'ipfs://cid' })] });
  await storeLogo(db, DOLLAR, { agrees: true, logo: { bytes: PNG, type: 'image/png' } });
  await db.sql`update ${db.schema}.listed_tokens set checked_at = '-infinity'`;
  const away = { db, logos: { folder, hosts: [], ipfsUrl }, log };
  expect([await readDueLogos(away), await readDueLogos(away)]).toEqual([1, 0]);
  expect(await findLogo(db, DOLLAR)).toEqual({ bytes: PNG, type: 'image/png' });
});
