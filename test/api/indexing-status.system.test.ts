import { beforeAll, expect, test } from 'vitest';
import { ASTROLABE_VERSION } from '@/lib/endpoints/backend-version';
import { storeEndpoints } from '@/lib/indexer/enrich/endpoint-health';
import { storeSpeed } from '@/lib/indexer/sync/indexing-speed';
import { forgetNewerHeader, storeNewerHeader } from '@/lib/indexer/sync/newer-header';
import { storeProvability } from '@/lib/indexer/sync/proven-ranges';
import { provideTestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';

const api = await provideTestApi();

beforeAll(async () => {
  for (let block = 0; block < 50; block += 1) await insert.block(api.db, block);
});

async function statusAt(state: { remote_head: number; end_block: number | null }) {
  const { db } = api;
  await db.sql`update ${db.schema}.indexer_state set ${db.sql(state)}`;
  return (await api.get('/api/v2/main-page/indexing-status')).body;
}

test('an index on its way to the head says how far it is', async () => {
  expect(await statusAt({ remote_head: 199, end_block: null })).toMatchObject({
    finished_indexing: false,
    is_following: false,
    indexed_blocks_ratio: '0.25',
    head_block: 199,
  });
  // a few blocks behind it keeps up, but has not all of them
  expect(await statusAt({ remote_head: 52, end_block: null })).toMatchObject({
    finished_indexing: false,
    is_following: true,
    indexed_blocks_ratio: '0.94',
  });
});

test('it says how fast the index grows, what holds it back, and the time left', async () => {
  const speed = { measured_at: Date.now(), blocks: 10, elapsed_ms: 1_000, held_back_by: 'database' } as const;
  await storeSpeed(api.db, { ...speed, blocks: 1 });
  await storeSpeed(api.db, speed);
  expect(await statusAt({ remote_head: 199, end_block: null })).toMatchObject({
    speed: { blocks_per_second: 10, held_back_by: 'database', seconds_left: 15 },
  });
  expect(await statusAt({ remote_head: 49, end_block: null })).toMatchObject({ speed: null });
});

test('an index that ends at a block has finished there, however far the node is', async () => {
  expect(await statusAt({ remote_head: 1_000_000, end_block: 49 })).toMatchObject({
    finished_indexing: true,
    indexed_blocks_ratio: '1.00',
    head_block: 49,
  });
});

test('blocks whose traces the node has not given are no indexed internal transactions', async () => {
  const { db } = api;
  await db.sql`update ${db.schema}.indexer_state set has_traces = true`;
  await db.sql`
    insert into ${db.schema}.trace_backlog (block_number, next_attempt) select at, 0 from generate_series(10, 14) at`;
  expect(await statusAt({ remote_head: 49, end_block: null })).toMatchObject({
    indexed_blocks_ratio: '1.00',
    indexed_internal_transactions_ratio: '0.90',
  });
  expect(await statusAt({ remote_head: 99, end_block: null })).toMatchObject({
    indexed_blocks_ratio: '0.50',
    indexed_internal_transactions_ratio: '0.45',
  });
  await db.sql`delete from ${db.schema}.trace_backlog`;
});

test('it says what was seen finalized, if anything was', async () => {
  const { db } = api;
  const read = async () => (await api.get('/api/v2/main-page/indexing-status')).body;
  expect(await read()).toMatchObject({ finalized_block: null });
  await db.sql`update ${db.schema}.indexer_state set finalized_block = 17`;
  expect(await read()).toMatchObject({ finalized_block: 17 });
});

test('the RPC endpoints are there, with why one is benched, without their hosts', async () => {
  const until = Date.UTC(2030, 0, 1);
  await storeEndpoints(api.db, [
    {
      ...{ host: 'a.example', name: null, benchedUntil: until, reason: 'another hash', benches: 1, lies: 1 },
      ...{ answers: 0, failures: 0, lastError: 'a.example: HTTP status 500', lastAnswerAt: until + 1_234 },
      callsPerSecond: null,
    },
  ]);
  const { body } = await api.get('/api/v2/main-page/indexing-status');
  expect(body).toMatchObject({
    rpc_endpoints: [
      {
        name: 'endpoint 1 of 1',
        is_asked: true,
        benched_until: '2030-01-01T00:00:00.000000Z',
        bench_reason: 'another hash',
        last_answer: '2030-01-01T00:00:00.000000Z',
      },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/HTTP status|a\.example/);
});

test('it says which blocks are proven, or why none can be', async () => {
  const { db } = api;
  const read = async () => (await api.get('/api/v2/main-page/indexing-status')).body;
  expect(await read()).toMatchObject({
    proof: { status: 'unknown', reason: null, proven_blocks_count: 0, proven_from: null, proven_to: null },
  });
  await db.sql`
    insert into ${db.schema}.proven_ranges (from_block, to_block) values (3, 5), (20, 49)`;
  await storeProvability(db, { status: 'provable', reason: null, checks: [] });
  expect(await read()).toMatchObject({
    proof: { status: 'provable', reason: null, proven_blocks_count: 33, proven_from: 20, proven_to: 49 },
  });
  const reason = 'the header has fields of unknown meaning (milliTimestamp)';
  await storeProvability(db, { status: 'unprovable', reason, checks: ['header_hash'] });
  expect(await read()).toMatchObject({ proof: { status: 'unprovable', reason } });
  await storeNewerHeader(db, { since: 50, fields: ['later'] });
  expect(await read()).toMatchObject({
    proof: {
      ...{
        status: 'unprovable',
        code: 'newer_header',
        params: { version: ASTROLABE_VERSION, fields: 'later' },
      },
      reason: `this chain has a newer header than version ${ASTROLABE_VERSION} knows (later): upgrade`,
    },
  });
  await forgetNewerHeader(db.sql, db, { from: 50, to: 50 });
});

test('an end above the head is not waited for', async () => {
  expect(await statusAt({ remote_head: 49, end_block: 1_000_000 })).toMatchObject({
    finished_indexing: true,
    head_block: 49,
  });
});

test('a block that the index may still come to is not denied', async () => {
  const answerOf = async (path: string) => {
    const { status, headers } = await api.get(`/api/v2/blocks/${path}`);
    return [status, headers.get('retry-after')];
  };
  const unknown = `0x${'ab'.repeat(32)}`;
  await statusAt({ remote_head: 52, end_block: null });
  for (const path of ['50', '52', unknown, '50/transactions', '52/internal-transactions'])
    expect([path, ...(await answerOf(path))]).toEqual([path, 503, '1']);
  expect(await answerOf('53')).toEqual([404, null]);
  for (const state of [
    { remote_head: 49, end_block: null },
    { remote_head: 60, end_block: 49 },
  ]) {
    await statusAt(state);
    expect(await answerOf('50')).toEqual([404, null]);
    expect(await answerOf(unknown)).toEqual([404, null]);
  }
});
