import { expect, test } from 'vitest';
import { replaceLabels } from '@/lib/api/address/label-query';
import { insert } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { labelDeployments } from './watch-deployments';

test('contracts of the chain are labelled as their deployments call them, and those of a chain that is gone are not', async () => {
  const db = await provideChain(731);
  const [shelf, own, gone] = [1, 2, 3].map((byte) => Buffer.alloc(20, byte));
  const labels = async () =>
    (await db.sql<{ name: Buffer }[]>`select name from ${db.schema}.address_labels order by address`).map(
      (row) => row.name.toString(),
    );
  await insert.block(db, 0);
  const hash = await insert.transaction(db, { block: 0, index: 0 }, { status: 1 });
  if (!shelf || !own || !gone) throw new Error('no addresses');
  for (const address of [shelf, own]) await insert.address(db, { address, is_contract: true });
  await replaceLabels(db, [{ address: own, name: 'Mine', tags: [], url: null, source: 'operator' }]);
  const deployed = [
    { hash, address: shelf, name: 'Module#"Shelf", {1}' },
    { hash, address: own, name: 'Module#Other' },
    { hash, address: gone, name: 'Module#Gone' },
    { hash: Buffer.alloc(32, 9), address: gone, name: 'Module#Gone' },
  ];
  await labelDeployments(db, deployed);
  expect(await labels()).toEqual(['Module#"Shelf", {1}', 'Mine']);
  await labelDeployments(db, [{ hash, address: shelf, name: 'Module#Renamed' }]);
  expect(await labels()).toEqual(['Module#Renamed', 'Mine']);
  await labelDeployments(db, []);
  expect(await labels()).toEqual(['Mine']);
});
