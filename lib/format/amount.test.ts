import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coinIn, formatAmount, formatExact, formatUnits, parseDecimals, parseInteger } from './amount';

test('an amount of the coin is told in the unit chosen, and named', () => {
  expect(coinIn(undefined, 'ETH')).toEqual({ decimals: 18, name: 'ETH', symbol: 'ETH' });
  expect(coinIn('gwei', 'ETH')).toEqual({ decimals: 9, name: 'Gwei', symbol: 'ETH' });
  expect(coinIn('wei', 'ETH')).toEqual({ decimals: 0, name: 'wei', symbol: 'ETH' });
});

describe('formatExact', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000n, 6, '1.5'],
    [-1_500_000n, 6, '-1.5'],
    [1_234_567_890n, 0, '1,234,567,890'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toLocaleString('en')],
  ])('%s with %s decimals', (value, decimals, text) => {
    expect(formatExact(value, decimals)).toBe(text);
  });

  test('loses no digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), fc.nat(77), (value, decimals) => {
        const [whole = '', fraction = ''] = formatExact(value, decimals).replaceAll(',', '').split('.');
        expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(value);
      }),
    );
  });
});

test('a column has so many decimals at most, unless they would say too little', () => {
  const column = (value: bigint, decimals: number) => formatAmount(value, decimals, 6);
  expect(column(10_349_200_000_000_000n, 18)).toMatchObject({
    text: '0.010349',
    tail: '.010349',
    isCut: true,
  });
  expect(column(2_500_123_400_000_000_000_000n, 18)).toMatchObject({ text: '2,500.1234', tail: '.1234' });
  expect(column(1_123_456_789n, 9).text).toBe('1.123457');
  expect(column(1_234_567_890n, 18).text).toBe('0.00000000123');
  expect(column(7n, 0)).toMatchObject({ text: '7', tail: '', plain: '7', isCut: false });
  expect(column(-1_234_567_891_234n, 6)).toMatchObject({ text: '-1,234,567.89', plain: '-1234567.891234' });
});

describe('formatAmount', () => {
  test.each([
    [234_000_000_000_000_000n, 18, '0.234', false],
    [129_500_000n, 6, '129.50', false],
    [29_135_912_345_678_901n, 18, '0.0291359', true],
    [1_234_567_891_234n, 6, '1,234,567.89', true],
    [99_999_383n, 6, '99.999383', false],
    [297_898_775_000_000_000_000n, 18, '297.898775', false],
    [99_999_999_999n, 11, '1.00', true],
    [10_116_703_042n, 6, '10,116.70', true],
    [10_126_598_883n, 6, '10,126.60', true],
    [12_345_674_999n, 5, '123,456.75', true],
    [77_097_149_999n, 9, '77.0971', true],
    [1n, 18, '0.000000000000000001', false],
    [0n, 18, '0', false],
    [-1_999_999n, 6, '-1.999999', false],
    [-19_999_999_999n, 10, '-2.00', true],
    [10n ** 27n, 0, '1 × 10²⁷', true],
    [2n ** 256n - 1n, 0, '1.1579 × 10⁷⁷', true],
    [10n ** 26n - 1n, 0, '1 × 10²⁶', true],
    [-(10n ** 26n - 1n), 0, '-1 × 10²⁶', true],
    [1n, 77, '1 × 10⁻⁷⁷', true],
    [-123_456n, 24, '-1.2346 × 10⁻¹⁹', true],
  ])('%s with %s decimals', (...[value, decimals, text, isCut]) => {
    expect(formatAmount(value, decimals)).toMatchObject({ text, isCut });
  });
});

test('there are two decimals at least, where the unit has them', () => {
  const texts = ([10n ** 18n, -3n * 10n ** 17n, 0n] as const).map((value) => formatAmount(value, 18).text);
  expect(texts).toEqual(['1.00', '-0.30', '0']);
  expect([formatAmount(15n, 1).text, formatAmount(7n, 0).text]).toEqual(['1.5', '7']);
});

test('decimals of a token are believed only where they make sense', () => {
  expect(['0', '18', '77', '78', '255', '-1', '1e3', '', null].map(parseDecimals)).toEqual([
    0,
    18,
    77,
    ...Array(6).fill(undefined),
  ]);
});

test('integers are read whole or not at all', () => {
  expect(['0', '-5', (2n ** 256n).toString(), '1.5', '0x1', '', null].map(parseInteger)).toEqual([
    0n,
    -5n,
    2n ** 256n,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('units of a token without decimals are short: above 15 digits a power of ten', () => {
  expect(formatUnits(999_999_999_999_999n)).toBe('999,999,999,999,999');
  expect(formatUnits(3_080_700_000_000_000_000_000n)).toBe('3.0807 × 10²¹');
  expect(formatUnits(-(10n ** 20n))).toBe('-1 × 10²⁰');
});
