import { expect, it, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { provide } from '@/test/support/provide';
import { fetchTip, type NodeRequest } from './node-request';
import { startTestChain } from './test-chain';
import { runTraffic } from './traffic';

const log = createLog({ name: 'test', level: 'silent' });
const test = await provide(startTestChain());

it('goes on after an error and ends when aborted', async () => {
  const { contracts, request } = test.chain;
  let failures = 0;
  const failingOnce: NodeRequest = async (method, params) => {
    if (method === 'evm_mine' && failures === 0) {
      failures += 1;
      throw new Error('The node did not answer.');
    }
    return request(method, params);
  };
  const stopping = new AbortController();
  const pauses = { firstMs: 200, afterErrorMs: 200 };
  const traffic = runTraffic({ request: failingOnce, contracts, log, signal: stopping.signal, pauses });
  const height = async () => (await fetchTip(request)).number;
  const hasGrown = async () => (await height()) >= test.history.tip.number + 2;
  await vi.waitUntil(hasGrown, { timeout: 60_000, interval: 200 });
  stopping.abort();
  await traffic;
  expect(failures).toBe(1);
  expect((await fetchTip(request)).timestamp).toBeGreaterThan(Date.now() / 1_000 - 60);
});
