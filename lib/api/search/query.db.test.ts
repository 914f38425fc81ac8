import { beforeAll, expect, test } from 'vitest';
import { replaceLabels } from '@/lib/api/address/label-query';
import { address, hash } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { findContractsNamed } from './query';

const NAMES = [
  'WrappedEther',
  'EtherVault',
  'Étoile',
  '金庫Vault',
  'my_token',
  'back\\slash"100%',
  Buffer.from([0x45, 0xff, 0x74, 0x68]),
];

const db = await provideChain(6);
beforeAll(async () => {
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
  const label = { tags: ['exchange'], url: null, source: 'operator' };
  await replaceLabels(db, [{ ...label, address: address(90), name: 'Gone' }]);
  await replaceLabels(db, [
    { ...label, address: address(91), name: 'Overwritten' },
    { ...label, address: address(91), name: 'Hot wallet 7' },
    { ...label, address: address(0), name: 'WrappedEther of a book' },
  ]);
});

test.each([
  ['ether', [1, 0]],
  ['ETHERV', [1]],
  ['étoile', [2]],
  ['ÉTOILE', [2]],
  ['toil', [2]],
  ['wallet 7', [91]],
  ['overwritten', []],
  ['gone', []],
  ['wrappedether', [0]],
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
