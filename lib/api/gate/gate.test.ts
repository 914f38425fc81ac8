import { expect, test } from 'vitest';
import { getBlock } from '@/lib/endpoints/block';
import { getGasProfile } from '@/lib/endpoints/gas-profile';
import { getBlockProof, getTransactionProof } from '@/lib/endpoints/proof';
import { getRawTrace } from '@/lib/endpoints/raw-trace';
import { createLog } from '@/lib/log';
import type { PricedCall } from './credits';
import { createGate } from './gate';
import { createRateLimit } from './rate-limit';

const log = createLog({ name: 'test', level: 'silent' });
const called = { surface: 'multichain', endpoint: undefined } as const;
const request = { ...called, authorization: 'Bearer k', apikey: undefined, clientAddress: () => '192.0.2.1' };
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
  const countRequest = async () => {
    counted += 1;
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

test('an unknown key counts as none only where clients of Etherscan make one up', async () => {
  let counted: (string | undefined)[] = [];
  const gate = createGate({
    findKeyHolder: async () => undefined,
    countRequest: async ({ name }, caller) => {
      counted.push(`${name} ${caller}`);
      return { limit: 600, remaining: 599, resetMs: 60_000, isExceeded: false };
    },
    credits: { reserve: async () => undefined, stop },
  });
  const modules = { id: 'callModule', credits: 20, service: 'modules' } as const;
  const open = { ...request, surface: 'instance', endpoint: modules, authorization: undefined } as const;
  const statusOf = async (changes: object) => {
    counted = [];
    return (await gate({ ...open, apikey: 'made-up', ...changes })).refusal?.status;
  };
  expect(await statusOf({})).toBeUndefined();
  expect(counted).toEqual(['unknown-key 192.0.2.1', 'open 192.0.2.1']);
  expect(await statusOf({ endpoint: { ...modules, service: 'legacy' } })).toBeUndefined();
  expect(await statusOf({ surface: 'multichain' })).toBe(401);
  expect(await statusOf({ authorization: 'Bearer made-up' })).toBe(401);
  expect(await statusOf({ endpoint: { ...modules, service: 'explorer' } })).toBe(401);
  expect(await statusOf({ endpoint: undefined })).toBe(401);
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

test('what a node works for counts as five requests without a key, and as one with a key', async () => {
  const counted: (number | undefined)[] = [];
  const gate = createGate({
    findKeyHolder,
    countRequest: async (_, __, requests) => {
      counted.push(requests);
      return { limit: 600, remaining: 599, resetMs: 60_000, isExceeded: false };
    },
    credits: { reserve: async () => ({ settle: () => 1 }), stop },
  });
  const open = { ...request, surface: 'instance', authorization: undefined } as const;
  for (const endpoint of [getBlockProof, getTransactionProof, getRawTrace, getGasProfile, getBlock])
    await gate({ ...open, endpoint });
  await gate({ ...request, endpoint: getBlockProof });
  expect(counted).toEqual([5, 5, 5, 5, 1, 1]);
});
