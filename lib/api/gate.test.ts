import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { createCreditMeter } from './credits';
import { createGate } from './gate';
import { PLANS } from './plans';
import { createRateLimit } from './rate-limit';

const log = createLog({ name: 'test', level: 'silent' });
const route = { surface: 'multichain', chainId: '1', operation: undefined, params: {} } as const;
const request = { route, authorization: 'Bearer k', apikey: undefined, clientAddress: '192.0.2.1' };
const holder = async () => ({ id: 'k', plan: 'free' }) as const;

test('a key with fewer credits than the call costs is refused, until the next day', async () => {
  let now = Date.UTC(2026, 0, 31, 23, 59);
  const credits = createCreditMeter(() => now);
  const gate = createGate({ findKeyHolder: holder, countRequest: createRateLimit({ log }), credits });
  await credits.charge('k', PLANS.free, PLANS.free.credits - 20);
  const last = await gate(request);
  expect(last.refusal).toBeUndefined();
  if (last.refusal === undefined) expect(await last.settle(200)).toEqual({ 'x-credits-remaining': '0' });
  const refused = await gate(request);
  expect(refused.refusal).toMatchObject({ status: 402, body: { error: 'Out of credits' } });
  now += 120_000;
  expect((await gate(request)).refusal).toBeUndefined();
});

test('a monthly plan keeps its count over the days of a month', async () => {
  let now = Date.UTC(2026, 0, 1);
  const credits = createCreditMeter(() => now);
  await credits.charge('k', PLANS.pro, 100);
  now = Date.UTC(2026, 0, 31);
  expect(await credits.remaining('k', PLANS.pro)).toBe(PLANS.pro.credits - 100);
  now = Date.UTC(2026, 1, 1);
  expect(await credits.remaining('k', PLANS.pro)).toBe(PLANS.pro.credits);
});

test('a counter that fails lets the call pass and says so with -1', async () => {
  const failing = async () => ({ limit: -1, remaining: -1, resetMs: -1, isExceeded: false });
  const gate = createGate({ findKeyHolder: holder, countRequest: failing, credits: createCreditMeter() });
  const decision = await gate(request);
  expect(decision.refusal).toBeUndefined();
  expect(decision.headers).toEqual({
    'x-ratelimit-limit': '-1',
    'x-ratelimit-remaining': '-1',
    'x-ratelimit-reset': '-1',
  });
});
