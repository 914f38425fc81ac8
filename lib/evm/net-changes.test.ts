import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumChanges } from './net-changes';

/** `from→to amount asset`, the amount `?` where it is encrypted. */
function move(text: string) {
  const [, from = '', to = '', amount = '', asset = ''] = /^(\w*)→(\w*) (\S+) (\w+)$/.exec(text) ?? [];
  return { from, to, asset, amount: amount === '?' ? null : BigInt(amount) };
}

test('a swap is what went out and what came in, in order', () => {
  expect(sumChanges([move('user→pool 500 USD'), move('pool→user 2 WETH'), move('pool→fees 1 USD')])).toEqual([
    {
      account: 'user',
      changes: [
        { asset: 'USD', amount: -500n },
        { asset: 'WETH', amount: 2n },
      ],
    },
    {
      account: 'pool',
      changes: [
        { asset: 'USD', amount: 499n },
        { asset: 'WETH', amount: -2n },
      ],
    },
    { account: 'fees', changes: [{ asset: 'USD', amount: 1n }] },
  ]);
});

test('who passes everything on, and nobody, have no changes', () => {
  const changes = sumChanges([move('→router 7 A'), move('router→user 7 A'), move('self→self 3 A')]);
  expect(changes).toEqual([{ account: 'user', changes: [{ asset: 'A', amount: 7n }] }]);
});

test('one account can come first; the others keep their order', () => {
  const moves = [move('a→b 7 A'), move('a→c 7 A')];
  expect(sumChanges(moves, { first: 'c' }).map(({ account }) => account)).toEqual(['c', 'a', 'b']);
});

test('an encrypted amount has no number, and hides the sum that it is part of', () => {
  expect(sumChanges([move('a→b ? cUSD'), move('b→a ? cUSD'), move('a→b 5 cUSD')])).toEqual([
    { account: 'a', changes: [{ asset: 'cUSD', amount: null, received: 1, sent: 1 }] },
    { account: 'b', changes: [{ asset: 'cUSD', amount: null, received: 1, sent: 1 }] },
  ]);
});

test('nothing is made or lost: the changes of an asset add up to zero', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const movement = fc.record({
    asset: name,
    from: name,
    to: name,
    amount: fc.bigInt({ min: 0n, max: 2n ** 256n }),
  });
  fc.assert(
    fc.property(fc.array(movement), (movements) => {
      const sums = new Map<string, bigint>();
      for (const { changes } of sumChanges(movements))
        for (const { asset, amount } of changes) sums.set(asset, (sums.get(asset) ?? 0n) + (amount ?? 0n));
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    }),
  );
});
