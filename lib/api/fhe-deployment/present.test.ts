import { expect, test } from 'vitest';
import { ASSUMED_LIMITS } from '@/lib/endpoints/fhe-deployment';
import { hexToBuffer } from '@/lib/evm/hex';
import { LIMIT_TOPICS, NO_CAP } from '@/lib/fhe/limits';
import { addressOf, word } from '@/test/support/evm-logs';
import { presentDeployment, presentFheApp, presentLimits } from './present';

const event = (name: keyof typeof LIMIT_TOPICS, value: number, block_number: number) => ({
  topic0: hexToBuffer(LIMIT_TOPICS[name]),
  block_number,
  data: word(value),
});
const STORED = { per_transaction: '900', depth: '500', per_block: '1000', version: 'HCULimit v0.4.0' };
const reading = { ...STORED, block_number: 10, source: 'contract' } as const;
const nothing = { per_transaction: null, depth: null, per_block: null } as const;

test('without anything known the usual limits are assumed', () => {
  expect(presentLimits(undefined, [])).toEqual(ASSUMED_LIMITS);
  const none = { ...nothing, block_number: 0, source: 'none', version: null } as const;
  expect(presentLimits(none, [])).toEqual(ASSUMED_LIMITS);
});

test('an event counts over what was read before it, an older one does not', () => {
  const limits = presentLimits(reading, [event('perBlock', 2000, 12), event('depth', 1, 9)]);
  expect(limits).toEqual({
    ...{ per_transaction: 900, depth_per_transaction: 500, per_block: 2000 },
    ...{ source: 'contract', version: 'HCULimit v0.4.0', since_block: 12 },
  });
});

test('the greatest cap is none, and malformed data says nothing', () => {
  const malformed = { ...event('depth', 1, 12), data: Buffer.alloc(31) };
  const limits = presentLimits(reading, [event('perBlock', NO_CAP, 12), malformed]);
  expect([limits.per_block, limits.depth_per_transaction]).toEqual([null, 500]);
});

test('events alone tell the limits of a contract whose state was not to be had', () => {
  const unknown = { ...nothing, block_number: 0, source: 'unknown', version: null } as const;
  const told = presentLimits(unknown, [event('perTransaction', 7, 3)]);
  expect(told).toMatchObject({ per_transaction: 7, source: 'contract', since_block: 3 });
});

test('constants are of the contract until it is upgraded', () => {
  const old = { ...nothing, block_number: 3, source: 'constants', version: 'HCULimit v0.1.0' } as const;
  expect(presentLimits(old, [])).toMatchObject({ per_block: null, source: 'constants', since_block: 3 });
  expect(presentLimits(old, [event('perBlock', 9, 5)])).toMatchObject({ per_block: 9, source: 'contract' });
});

test('an executor of no deployment has no name', () => {
  expect(presentDeployment(addressOf(1), undefined)).toMatchObject({ name: null, acl: null, bridge: null });
});

test('a token of another executor has no deployment', () => {
  const app = { maker: 'fhevm', executor: addressOf(2), deployment: null, protocol_id: '0' } as const;
  const executor = `0x${'02'.repeat(20)}`;
  const told = { maker: 'fhevm', executor, deployment: null, protocol_id: '0', is_confirmed: true };
  expect(presentFheApp(app, true)).toEqual(told);
  expect(presentFheApp({ ...app, maker: 'nox', executor: null }, null).executor).toBeNull();
});
