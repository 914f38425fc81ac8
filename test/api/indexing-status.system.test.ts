import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';

let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  for (let block = 0; block < 50; block += 1) await insert.block(api.db, block);
});
afterAll(() => api.stop());

async function statusAt(state: { remote_head: number; end_block: number | null }) {
  const { db } = api;
  await db.sql`update ${db.schema}.indexer_state set ${db.sql(state)}`;
  return (await api.get('/api/v2/main-page/indexing-status')).body;
}

test('an index on its way to the head says how far it is', async () => {
  expect(await statusAt({ remote_head: 199, end_block: null })).toMatchObject({
    finished_indexing: false,
    indexed_blocks_ratio: '0.25',
    head_block: 199,
  });
});

test('an index that ends at a block has finished there, however far the node is', async () => {
  expect(await statusAt({ remote_head: 1_000_000, end_block: 49 })).toMatchObject({
    finished_indexing: true,
    indexed_blocks_ratio: '1.00',
    head_block: 49,
  });
});

test('an end above the head is not waited for', async () => {
  expect(await statusAt({ remote_head: 49, end_block: 1_000_000 })).toMatchObject({
    finished_indexing: true,
    head_block: 49,
  });
});
