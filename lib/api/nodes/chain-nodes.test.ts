import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { serveNode } from '@/test/support/serve-node';
import { createChainNodes, timeoutOf } from './chain-nodes';

const log = createLog({ name: 'test', level: 'silent' });
const LIMITS = { timeoutMs: 5_000, maxConcurrent: 8 };
const nodesOf = (...rpcUrls: string[]) =>
  createChainNodes({ chains: [{ id: 7, rpcUrls }], log, limits: LIMITS });

test('an endpoint of another chain is not used, and another one is', async () => {
  const [other, right] = [
    await serveNode(
      () => 9,
      () => '0xbad',
    ),
    await serveNode(
      () => 7,
      () => '0x600d',
    ),
  ];
  const nodes = nodesOf(other.url, right.url);
  for (let time = 0; time < 3; time += 1)
    expect(await nodes(7, (rpc) => rpc.request('eth_gasPrice', []))).toEqual({
      kind: 'answered',
      value: '0x600d',
    });
  expect(other.asked).toHaveLength(1);
});

test('a node that is of another chain for a moment is left alone for it, and asked again later', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  try {
    let chainId = 7;
    const node = await serveNode(
      () => chainId,
      () => '0x1',
    );
    const nodes = nodesOf(node.url);
    const ask = async () => (await nodes(7, (rpc) => rpc.request('eth_gasPrice', []))).kind;
    expect(await ask()).toBe('answered');
    chainId = 9;
    vi.advanceTimersByTime(60_001);
    expect([await ask(), await ask()]).toEqual(['unavailable', 'unavailable']);
    expect(node.asked).toHaveLength(2);
    chainId = 7;
    // a clock that is set back lengthens nothing
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5_001);
    expect(await ask()).toBe('answered');
  } finally {
    vi.useRealTimers();
  }
});

test('a development node is given the longer time, also before its chain is known, one of a public chain is not', () => {
  const limits = { ...LIMITS, devTimeoutMs: 60_000 };
  const chains = [
    { id: 7, rpcUrls: [] },
    { id: undefined, rpcUrls: [], dev: 'auto' as const },
  ];
  const timeouts = [7, 1, 31_337].map((id) => timeoutOf({ chains, log }, limits, id));
  expect(timeouts).toEqual([5_000, 5_000, 60_000]);
  expect(timeoutOf({ chains: [{ id: 1, rpcUrls: [], dev: 'on' }], log }, limits, 1)).toBe(60_000);
  expect(timeoutOf({ chains, log }, LIMITS, 31_337)).toBe(5_000);
  expect(timeoutOf({ chains, log, timeoutMs: 1 }, limits, 31_337)).toBe(1);
});

test('a node that does not answer takes no places from that of another chain', async () => {
  const healthy = await serveNode(
    () => 8,
    () => '0x1',
  );
  const hanging = await serveHttp(() => undefined);
  const nodes = createChainNodes({
    chains: [
      { id: 7, rpcUrls: [hanging] },
      { id: 8, rpcUrls: [healthy.url] },
    ],
    log,
    limits: { timeoutMs: 500, maxConcurrent: 1 },
  });
  const ask = (chainId: number) => nodes(chainId, (rpc) => rpc.request('eth_gasPrice', []));
  const late = ask(7);
  expect(await ask(7)).toMatchObject({ kind: 'unavailable', why: 'busy' });
  expect(await ask(8)).toMatchObject({ kind: 'answered', value: '0x1' });
  expect(await late).toMatchObject({ kind: 'unavailable', why: 'late' });
});
