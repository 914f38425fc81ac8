import { expect, test } from 'vitest';
import { AppError } from '@/lib/errors';
import { createFailover, type Send } from './failover';
import { RpcError } from './rpc-error';

const silent = () => Promise.reject(new AppError('node_unreachable', 'no answer in time'));
const says = (result: unknown) => async () => result;
const refuses = (code: number, message: string) => async (method: string) => {
  throw new RpcError(method, { code, message });
};

/** Endpoints of these names; `clock.now` is what they take for the time. */
function open(sends: readonly (readonly [string, Send])[], retries = 0) {
  const clock = { now: 1_000_000 };
  const requests: string[] = [];
  const endpoints = sends.map(([host, send], at) => ({
    host,
    send: (...request: Parameters<Send>) => {
      requests.push(`${at}`);
      return send(...request);
    },
  }));
  const rpc = createFailover(endpoints, { retries, now: () => clock.now });
  return { clock, requests: requests, rpc, ask: () => rpc.request('eth_blockNumber', []) };
}

test('an endpoint that does not answer is left out for a moment, twice as long when that repeats', async () => {
  let isAway = true;
  const { ask, requests, clock, rpc } = open([
    ['a', async () => (isAway ? silent() : 'a')],
    ['b', says('b')],
  ]);
  expect([await ask(), await ask()]).toEqual(['b', 'b']);
  expect(requests).toEqual(['0', '1', '1']);
  expect(rpc.health()).toMatchObject([
    {
      host: 'a',
      benchedUntil: clock.now + 5_000,
      reason: 'no answer in time',
      failures: 1,
      lastAnswerAt: null,
    },
    { host: 'b', benchedUntil: null, failures: 0, lastAnswerAt: clock.now },
  ]);
  clock.now += 5_000;
  expect(await ask()).toBe('b');
  expect(rpc.health()[0]?.benchedUntil).toBe(clock.now + 10_000);
  for (let round = 0; round < 20; round += 1) {
    clock.now = rpc.health()[0]?.benchedUntil ?? clock.now;
    await ask();
  }
  expect(rpc.health()[0]?.benchedUntil).toBe(clock.now + 60_000);
  clock.now += 60_000;
  isAway = false;
  expect(await ask()).toBe('a');
});

test('an endpoint benched for a lie is asked last, and all the same when there is no other', async () => {
  const { ask, requests, clock, rpc } = open([
    ['a', says('a')],
    ['b', says('b')],
  ]);
  rpc.bench('a', 'x'.repeat(1_000));
  expect(rpc.health()[0]).toMatchObject({
    benchedUntil: clock.now + 60_000,
    benches: 1,
    reason: 'x'.repeat(200),
  });
  expect(await ask()).toBe('b');
  rpc.bench('b', 'receipts of another block');
  expect(await ask()).toBe('a');
  expect(requests).toEqual(['1', '0']);
  clock.now += 60_000;
  rpc.bench('a', 'again');
  expect(rpc.health()[0]?.benchedUntil).toBe(clock.now + 120_000);
  expect(await ask()).toBe('b');
  clock.now += 3 * 3_600_000;
  rpc.bench('a', 'long after');
  expect(rpc.health()[0]?.benchedUntil).toBe(clock.now + 60_000);
});

test('two endpoints of one host have names of their own, and answer for themselves', async () => {
  const { rpc } = open([
    ['a.example', silent],
    ['a.example', says('second')],
    ['b.example', says('third')],
  ]);
  expect(rpc.hosts).toEqual(['a.example', 'a.example#2', 'b.example']);
  const view = rpc.observe();
  expect(view.answeredBy()).toEqual([]);
  expect(await view.request('eth_blockNumber', [])).toBe('second');
  expect(view.answeredBy()).toEqual(['a.example#2']);
  const answers = rpc.endpoints.map((endpoint) => endpoint.request('eth_blockNumber', []));
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(rpc.endpoints.map(({ hosts }) => hosts)).toEqual(rpc.hosts.map((host) => [host]));
  rpc.endpoints[1]?.bench('a.example#2', 'it lied');
  expect(await rpc.observe().request('eth_blockNumber', [])).toBe('third');
});

test('a refusal is an answer: the next endpoint is asked, and none is benched', async () => {
  const { ask, rpc } = open([
    ['a', refuses(-32000, 'missing trie node')],
    ['b', says('b')],
  ]);
  expect(await ask()).toBe('b');
  expect(rpc.health().map(({ benches, failures }) => benches + failures)).toEqual([0, 0]);
  const reverted = open([
    ['a', refuses(3, 'execution reverted')],
    ['b', says('b')],
  ]);
  await expect(reverted.ask()).rejects.toMatchObject({ refusal: 'reverted' });
});

test('of all failures the most hopeful is thrown', async () => {
  const { ask } = open([
    ['a', refuses(-32000, 'missing trie node')],
    ['b', refuses(-32000, 'header not found')],
  ]);
  await expect(ask()).rejects.toMatchObject({ refusal: 'transient' });
});

test('a call that reverts is an answer of its endpoint; one that is refused is none', async () => {
  const { rpc } = open([
    ['a', refuses(-32601, 'the method does not exist')],
    ['b', refuses(3, 'execution reverted')],
  ]);
  const view = rpc.observe();
  await expect(view.request('eth_call', [])).rejects.toMatchObject({ refusal: 'reverted' });
  expect(view.answeredBy()).toEqual(['b']);
});

test('one of several endpoints that does not answer is waited for by no one', async () => {
  const tries: unknown[] = [];
  const hangs: Send = async (_, __, how) => {
    tries.push(how?.isShort);
    return silent();
  };
  const { rpc } = open([['a', hangs] as const, ['b', says('b')] as const], Number.POSITIVE_INFINITY);
  await expect(rpc.endpoints[0]?.request('eth_chainId', [])).rejects.toThrow('no answer in time');
  expect(tries).toEqual([true]);
  expect(rpc.health()[0]).toMatchObject({ benches: 1, failures: 1 });
  expect(await rpc.request('eth_chainId', [])).toBe('b');
});

test('of endpoints that are all benched those that respond are asked first', async () => {
  let isAway = false;
  const { ask, requests, rpc } = open([
    ['a', async () => (isAway ? silent() : 'a')],
    ['b', says('b')],
  ]);
  for (const host of rpc.hosts) rpc.bench(host, 'it lied');
  expect(await ask()).toBe('a');
  isAway = true;
  expect([await ask(), await ask()]).toEqual(['b', 'b']);
  expect(requests).toEqual(['0', '0', '1', '1']);
});

test('a clock that is set back does not lengthen a bench', async () => {
  let isAway = true;
  const { ask, clock, rpc } = open([
    ['a', async () => (isAway ? silent() : 'a')],
    ['b', says('b')],
  ]);
  expect(await ask()).toBe('b');
  clock.now -= 3_600_000;
  isAway = false;
  expect(rpc.health()[0]?.benchedUntil).toBeNull();
  expect(await ask()).toBe('a');
  isAway = true;
  expect(await ask()).toBe('b');
  expect(rpc.health()[0]?.benchedUntil).toBe(clock.now + 10_000);
});

test('of endpoints that limit the rate the one that takes a call soonest is asked', async () => {
  const waits = { a: 0, b: 0 };
  const asked: string[] = [];
  const endpoint = (host: 'a' | 'b') => ({
    host,
    backlogMs: () => waits[host],
    send: async () => {
      asked.push(host);
      if (waits[host] > 1_000)
        throw new RpcError('eth_blockNumber', { code: 429, message: 'too many requests' });
      return host;
    },
  });
  const rpc = createFailover([endpoint('a'), endpoint('b')], { retries: 0 });
  const ask = () => rpc.request('eth_blockNumber', []);
  expect(await ask()).toBe('a');
  waits.a = 50;
  expect(await ask()).toBe('b');
  waits.b = 100;
  expect(await ask()).toBe('a');
  Object.assign(waits, { a: 2_000, b: 3_000 });
  await expect(ask()).rejects.toMatchObject({ isRateLimit: true });
  expect(rpc.health().map(({ benches }) => benches)).toEqual([0, 0]);
});
