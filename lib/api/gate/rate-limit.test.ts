import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { createRateLimit } from './rate-limit';

const RULE = { name: 'test', requests: 2, seconds: 60 };

afterEach(() => {
  vi.useRealTimers();
});

test('a clock that is set back lengthens no window', async () => {
  const limit = createRateLimit({ log: createLog({ name: 'test', level: 'silent' }) });
  const begin = Date.now();
  vi.useFakeTimers({ now: begin, toFake: ['Date'] });
  await limit(RULE, 'caller');
  vi.setSystemTime(begin - 3_600_000);
  const state = await limit(RULE, 'caller');
  expect(state.resetMs).toBeLessThanOrEqual(60_000);
  expect(state.remaining).toBe(0);
});
