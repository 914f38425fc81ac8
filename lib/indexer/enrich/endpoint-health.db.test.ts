import { expect, test } from 'vitest';
import { listRpcEndpoints } from '@/lib/api/indexing-status/rpc-endpoint-query';
import { AppError } from '@/lib/errors';
import { createLog } from '@/lib/log';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { until } from '@/test/support/until';
import { storeEndpoints, watchEndpoints } from './endpoint-health';

const log = createLog({ name: 'test', level: 'silent' });
const db = await provideChain(1);

test('the state of each endpoint is stored, and what a node said in it cannot fail that', async () => {
  const rpc = createFakeRpc({
    'a.example': () =>
      Promise.reject(new AppError('node_unreachable', `a.example: \u0000${'x'.repeat(500)}`)),
    'b.example': async () => '0x1',
  });
  await rpc.request('eth_blockNumber', []);
  rpc.bench('b.example', 'block 7 has another \u0000 hash');
  const stopping = new AbortController();
  const watching = watchEndpoints({ rpc, db }, { log, signal: stopping.signal });
  await until('both to be stored', async () => (await listRpcEndpoints(db)).length === 2);
  stopping.abort();
  await watching;
  const [first, second] = await listRpcEndpoints(db);
  expect(first).toMatchObject({
    host: 'a.example',
    position: 0,
    benches: 1,
    failures: 1,
    last_answer_at: null,
  });
  expect(first?.last_error).toHaveLength(200);
  expect(second).toMatchObject({ host: 'b.example', reason: 'block 7 has another  hash', benches: 1 });
  expect(second?.benched_until).toBeGreaterThan(Date.now());
});

test('endpoints that are no longer configured leave the table', async () => {
  await storeEndpoints(db, createFakeRpc(async () => '0x1').health());
  expect((await listRpcEndpoints(db)).map(({ host }) => host)).toEqual(['node.example']);
});
