import { expect, test } from 'vitest';
import { type Leg, pairLegs, type Settlement } from './erc20-legs';

type Place = readonly [logIndex: number, side: Leg['side']];
const leg = ([logIndex, side]: Place, account: string, amount: bigint): Leg => ({
  ...{ logIndex, side, account, amount },
});
const mint = (logIndex: number): Settlement => ({ logIndex, account: 'alice', paid: null });
const unwrap = (logIndex: number, account: string, paid: bigint): Settlement => ({ logIndex, account, paid });
const pairs = (...given: Parameters<typeof pairLegs>) => [...pairLegs(...given)];

test('each mint of a batch has the transfer that came before it', () => {
  const legs = [leg([0, 'in'], 'alice', 5n), leg([3, 'in'], 'bob', 7n), leg([9, 'in'], 'bob', 9n)];
  expect(pairs(legs, [mint(2), mint(5)], 1n)).toEqual([
    [2, 5n],
    [5, 7n],
  ]);
});

test('a mint without a transfer, or with several, has no amount', () => {
  const [first, second] = [leg([0, 'in'], 'alice', 5n), leg([1, 'in'], 'alice', 6n)];
  expect(pairs([first, second], [mint(2), mint(3)], 1n)).toEqual([]);
  expect(pairs([leg([0, 'out'], 'alice', 5n)], [mint(2)], 1n)).toEqual([]);
});

test('an unwrap has a transfer of its amount to its receiver, which no other one has', () => {
  const paid = [leg([1, 'out'], 'bob', 20n), leg([2, 'out'], 'carol', 20n)];
  expect(pairs(paid, [unwrap(3, 'bob', 2n), unwrap(4, 'bob', 2n)], 10n)).toEqual([[3, 20n]]);
  expect(pairs(paid, [unwrap(3, 'bob', 20n), unwrap(4, 'dave', 2n)], 10n)).toEqual([]);
  expect(pairs([leg([1, 'in'], 'bob', 20n)], [unwrap(3, 'bob', 2n)], 10n)).toEqual([]);
});
