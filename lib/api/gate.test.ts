import { describe, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { type KeyHolder, keyIdOf } from './api-keys';
import type { PricedCall } from './credits';
import { createGate } from './gate';
import { UNKNOWN_KEYS } from './plans';
import { createRateLimit, type RateLimit } from './rate-limit';

const log = createLog({ name: 'test', level: 'silent' });
const route = { surface: 'multichain', chainId: '1', operation: undefined, params: {} } as const;
const request = { route, authorization: 'Bearer k', apikey: undefined, clientAddress: () => '192.0.2.1' };
const findKeyHolder = async () => ({ id: 'k', plan: 'free' }) as const;
const stop = async () => undefined;

test('what comes of a call decides whether it is charged', async () => {
  const outcomes: string[] = [];
  const calls: PricedCall[] = [];
  const settle = (outcome: string) => outcomes.push(outcome);
  const gate = createGate({
    findKeyHolder,
    countRequest: createRateLimit({ log }),
    credits: {
      reserve: async (_holder, call) => {
        calls.push(call);
        return { settle };
      },
      stop,
    },
  });
  const headers = [];
  for (const status of [200, 304, 404, 500] as const) {
    const decision = await gate(request);
    if (decision.refusal === undefined) headers.push(decision.settle(status));
  }
  expect(outcomes).toEqual(['charged', 'free', 'uncounted', 'uncounted']);
  expect(headers).toEqual([{ 'x-credits-remaining': '1' }, { 'x-credits-remaining': '2' }, {}, {}]);
  expect(calls[0]).toEqual({ endpointId: '', price: 20 });
});

test('a meter that gives no reservation refuses the call, after its rate was counted', async () => {
  let counted = 0;
  const countRequest: RateLimit = async ({ name }) => {
    if (name === 'free') counted += 1;
    return { limit: 5, remaining: 4, resetMs: 1000, isExceeded: false };
  };
  const gate = createGate({
    findKeyHolder,
    countRequest,
    credits: { reserve: async () => undefined, stop },
  });
  expect(await gate(request)).toMatchObject({
    refusal: { status: 402, body: { error: 'Out of credits' } },
    headers: {},
  });
  expect(counted).toBe(1);
});

test('a counter that fails lets the call pass and says so with -1', async () => {
  const gate = createGate({
    findKeyHolder,
    countRequest: async () => ({ limit: -1, remaining: -1, resetMs: -1, isExceeded: false }),
    credits: { reserve: async () => ({ settle: () => 100 }), stop },
  });
  const decision = await gate(request);
  expect(decision.refusal).toBeUndefined();
  expect(decision.headers).toEqual({
    'x-ratelimit-limit': '-1',
    'x-ratelimit-remaining': '-1',
    'x-ratelimit-reset': '-1',
  });
});

describe('keys that are nobody’s', () => {
  const openGate = () => {
    const looked: string[] = [];
    const holders = new Map<string, KeyHolder>([[keyIdOf('good'), { id: 'good', plan: 'internal' }]]);
    const gate = createGate({
      findKeyHolder: async (id) => {
        looked.push(id);
        return holders.get(id);
      },
      countRequest: createRateLimit({ log }),
      credits: { reserve: async () => ({ settle: () => 100 }), stop },
    });
    const ask = async (key: string, address = '192.0.2.1') => {
      const decision = await gate({
        ...request,
        authorization: `Bearer ${key}`,
        clientAddress: () => address,
      });
      return { status: decision.refusal?.status, headers: decision.headers };
    };
    return { ask, looked, holders };
  };
  const guess = async (ask: (key: string) => Promise<{ status: number | undefined }>) => {
    const statuses = [];
    for (let at = 0; at < UNKNOWN_KEYS.requests; at += 1) statuses.push((await ask(`guess-${at}`)).status);
    return new Set(statuses);
  };

  test('are looked up until one address has sent too many, then refused with the time to wait', async () => {
    const { ask, looked } = openGate();
    expect(await guess(ask)).toEqual(new Set([401]));
    expect(looked).toHaveLength(UNKNOWN_KEYS.requests);
    const late = await ask('another-guess');
    expect(late.status).toBe(429);
    expect(late.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    const seconds = Number(late.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(UNKNOWN_KEYS.seconds);
    expect((await ask('good')).status).toBe(429);
    expect(looked).toHaveLength(UNKNOWN_KEYS.requests);
    expect((await ask('another-guess', '192.0.2.2')).status).toBe(401);
    expect((await ask('good', '192.0.2.2')).status).toBeUndefined();
  });

  test('shut out nobody of the same address whose key was good before, until it is revoked', async () => {
    const { ask, holders } = openGate();
    expect((await ask('good')).status).toBeUndefined();
    await guess(ask);
    expect((await ask('good')).status).toBeUndefined();
    holders.clear();
    expect((await ask('good')).status).toBe(401);
    expect((await ask('good')).status).toBe(429);
  });
});
