import { expect, test } from 'vitest';
import { formatUsd, worthOf } from './usd';

test.each([
  [0, '$0.00'],
  [1234.5, '$1,234.50'],
  [-1234.5, '-$1,234.50'],
  [0.01, '$0.01'],
  [0.00421, '$0.0042'],
  [0.0000001, '<$0.000001'],
  [2.5e15, '$2500T'],
])('%d dollars are written as %s', (dollars, text) => {
  expect(formatUsd(dollars)).toBe(text);
});

test('an amount is worth its rate, whatever its decimals', () => {
  expect(worthOf(1_500_000_000_000_000_000n, 18, '2000.5')).toBe(3000.75);
  expect(worthOf(2_500_000n, 6, '1')).toBe(2.5);
  expect(worthOf(3n, 0, '0.5')).toBe(1.5);
  expect(worthOf(1n, 18, 'n/a')).toBeUndefined();
});
