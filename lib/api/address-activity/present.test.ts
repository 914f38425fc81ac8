import { expect, test } from 'vitest';
import { BUILT_IN } from '@/lib/evm/signatures';
import { accountRow, byAddress } from '@/test/support/rows';
import { presentCalendar, presentMethod, sumByCounterparty } from './present';
import type { Interaction } from './query';

const at = (byte: number) => Buffer.alloc(20, byte);
const [SELF, A, B] = [at(1), at(2), at(3)];

function deal(ends: readonly [Buffer, Buffer | null], moved_value: string): Interaction {
  const [from_address, receiver] = ends;
  return { block_number: 1, index: 0, from_address, receiver, moved_value };
}

test('counterparties are counted in both directions', () => {
  const sums = sumByCounterparty(SELF, [
    deal([SELF, A], '5'),
    deal([SELF, A], '0'),
    deal([A, SELF], '11'),
    deal([SELF, B], '100'),
    deal([SELF, SELF], '9'),
    deal([SELF, null], '0'),
  ]);
  expect(sums).toEqual([
    { address: A, sentCount: 2, sentValue: 5n, receivedCount: 1, receivedValue: 11n },
    { address: B, sentCount: 1, sentValue: 100n, receivedCount: 0, receivedValue: 0n },
  ]);
});

test('a method has the name that the ABI of its contract gives it, or that is known, or none', () => {
  const called = { contract: A, selector: Buffer.from('a9059cbb', 'hex'), transactions: 3 };
  const context = {
    addresses: byAddress(accountRow({ address: A, is_contract: true })),
    signatures: [BUILT_IN],
  };
  expect(presentMethod(called, context)).toMatchObject({
    ...{ selector: '0xa9059cbb', method: 'transfer', transactions_count: 3 },
  });
  expect(presentMethod({ ...called, selector: at(9) }, context).method).toBeNull();
});

test('the calendar begins as many days before its last as it is long, last one included', () => {
  const period = { start: '2015-07-30', to: '2024-03-01', length: 3 };
  expect(presentCalendar(period, [{ day: '2024-02-29', transactions: 4 }])).toEqual({
    from: '2024-02-28',
    to: '2024-03-01',
    days: [{ date: '2024-02-29', transactions_count: 4 }],
  });
});

test('the calendar does not begin before the first indexed day, of which nothing is known', () => {
  const period = { start: '2024-02-29', to: '2024-03-01', length: 3 };
  expect(presentCalendar(period, [])).toEqual({ from: '2024-02-29', to: '2024-03-01', days: [] });
});
