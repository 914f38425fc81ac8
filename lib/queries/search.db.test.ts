import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { address, hash } from '@/test/support/api-rows';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { openChain } from '@/test/support/indexer-harness';
import { findContractsNamed } from './search';

const NAMES = [
  'WrappedEther',
  'EtherVault',
  'Étoile',
  '金庫Vault',
  'my_token',
  'back\\slash"100%',
  Buffer.from([0x45, 0xff, 0x74, 0x68]),
];

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await openChain(database.sql, 6);
  for (const [at, name] of NAMES.entries()) {
    const row = {
      address: address(at),
      source: 'operator',
      name: Buffer.from(name),
      abi: Buffer.from('[]'),
      abi_hash: hash(1),
    };
    await db.sql`insert into ${db.schema}.contract_interfaces ${db.sql(row)}`;
  }
});
afterAll(() => database.drop());

test.each([
  ['ether', [1, 0]],
  ['ETHERV', [1]],
  ['étoile', [2]],
  ['ÉTOILE', [2]],
  ['toil', [2]],
  ['金庫', [3]],
  ['my_t', [4]],
  ['myxt', []],
  ['%sla', []],
  ['k\\sl', [5]],
  ['"100%', [5]],
  ['et', []],
  ['e\0th', []],
])('contracts named by %j', async (text, expected) => {
  expect(await findContractsNamed(db, text)).toEqual(expected.map(address));
});
