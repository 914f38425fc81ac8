import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { hashApiKey } from './api-keys';
import { createKeyGuard } from './key-guard';
import { OPEN_SURFACE } from './plans';
import { createRateLimit } from './rate-limit';

const LIMIT = OPEN_SURFACE.requests;
const HOLDER = { id: hashApiKey('good').toString('hex'), plan: 'free' } as const;
const open = () => {
  const findKeyHolder = vi.fn(async (key: string) => (key === 'good' ? HOLDER : undefined));
  const countRequest = createRateLimit({ log: createLog({ name: 'test', level: 'silent' }) });
  return { findKeyHolder, guard: createKeyGuard({ findKeyHolder, countRequest }) };
};
const from = (address: string) => () => address;

async function sendForged(guard: ReturnType<typeof open>['guard'], count: number, address: string) {
  for (let call = 0; call < count; call += 1) await guard(`forged ${call}`, from(address));
}

test('an address that sends too many unknown keys is refused without a look at the database', async () => {
  const { findKeyHolder, guard } = open();
  await sendForged(guard, LIMIT + 1, '192.0.2.1');
  expect(findKeyHolder).toHaveBeenCalledTimes(LIMIT + 1);
  const found = await guard('another', from('192.0.2.1'));
  expect(found).toMatchObject({ refused: { limit: LIMIT, remaining: 0, isExceeded: true } });
  const refused = found && 'refused' in found ? found.refused.resetMs : 0;
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(60_000);
  expect(findKeyHolder).toHaveBeenCalledTimes(LIMIT + 1);
});

test('other addresses are not refused, nor keys that were found lately', async () => {
  const { guard } = open();
  expect(await guard('good', from('192.0.2.1'))).toEqual(HOLDER);
  await sendForged(guard, LIMIT + 1, '192.0.2.1');
  expect(await guard('good', from('192.0.2.1'))).toEqual(HOLDER);
  expect(await guard('forged', from('192.0.2.2'))).toBeUndefined();
});

test('known keys count nothing, and need no address', async () => {
  const { guard } = open();
  const nowhere = () => {
    throw new Error('the address was asked for');
  };
  for (let call = 0; call < 100; call += 1) expect(await guard('good', nowhere)).toEqual(HOLDER);
});
