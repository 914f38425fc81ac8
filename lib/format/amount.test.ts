import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatAmount,
  formatCoin,
  formatDecimal,
  formatEven,
  formatExact,
  formatListed,
  formatUnits,
  parseDecimals,
  parseInteger,
} from './amount';

test('an amount of the coin is told in the unit chosen, and named', () => {
  const wei = 1_234_567_890_123_456_789n;
  expect(formatCoin(wei, undefined, 'ETH')).toMatchObject({ text: '1.23457', name: 'ETH' });
  expect(formatCoin(wei, 'gwei', 'ETH')).toMatchObject({ text: '1,234,567,890.12', name: 'Gwei' });
  expect(formatCoin(wei, 'wei', 'ETH')).toMatchObject({ text: '1,234,567,890,123,456,789', name: 'wei' });
  expect(formatCoin(0n, 'wei', 'ETH')).toMatchObject({ text: '0', name: 'wei' });
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

test('formatEven gives the rows of a column the same decimals, unless they would say too little', () => {
  const texts = [10_349_200_000_000_000n, 2_863_741_234_567_890n, 10n ** 18n, 2_500_000_000_000_000_000_000n];
  expect(texts.map((wei) => formatEven(wei, 18, 8).text)).toEqual([
    '0.01034920',
    '0.00286374',
    '1.00000000',
    '2,500.00000000',
  ]);
  expect(formatEven(1_234_567_890n, 18, 8).text).toBe('0.00000000123457');
  expect(formatEven(0n, 18, 8).text).toBe('0');
  expect(formatEven(2_863_741_234_567_890n, 18, 8)).toMatchObject({
    exact: '0.00286374123456789',
    isCut: true,
  });
});

describe('formatAmount', () => {
  test.each([
    [234_000_000_000_000_000n, 18, '0.234', false],
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
  ])('%s with %s decimals', (...[value, decimals, text, isCut]) => {
    expect(formatAmount(value, decimals)).toMatchObject({ text, isCut });
  });
});

test('in a list there are two decimals at least, where the unit has them', () => {
  const listed = (value: bigint, decimals: number) => formatListed(value, decimals).text;
  expect(listed(129_500_000n, 6)).toBe('129.50');
  expect(listed(10n ** 18n, 18)).toBe('1.00');
  expect(listed(-3n * 10n ** 17n, 18)).toBe('-0.30');
  expect(listed(416_834_939n, 6)).toBe('416.834939');
  expect([listed(0n, 18), listed(15n, 1), listed(7n, 0), listed(10n ** 27n, 0)]).toEqual([
    ...['0', '1.5', '7', '1 × 10²⁷'],
  ]);
});

test('a decimal number as text is told as an amount, whole behind it', () => {
  expect(formatDecimal('1397378.460972')).toMatchObject({ text: '1,397,378.46', exact: '1,397,378.460972' });
  expect(formatDecimal('-0.5')).toMatchObject({ text: '-0.5' });
  expect(formatDecimal('100000')).toMatchObject({ text: '100,000' });
  expect(['', '1.', '1e3', '0x1'].map(formatDecimal)).toEqual(Array(4).fill(undefined));
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
