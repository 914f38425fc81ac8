import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bufferToAddress,
  bufferToBigint,
  bufferToHex,
  hexToBuffer,
  isHexData,
  isHexOfLength,
  quantityToBigint,
  quantityToNumber,
} from './hex';

describe('bytes', () => {
  test('survive the way to hex and back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(hexToBuffer(bufferToHex(bytes))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  test('a view into a larger memory gives only its own bytes', () => {
    expect(bufferToHex(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))).toBe('0x0203');
  });

  test.each(['', '0', '0x1', '0X12', '1234', '0xzz', '0x12 ', '0x1g', 'x012'])('%j is refused', (text) => {
    expect(() => hexToBuffer(text)).toThrow(TypeError);
    expect(isHexData(text)).toBe(false);
  });

  test('an error quotes only the beginning of a long text', () => {
    expect(() => hexToBuffer('z'.repeat(1e6))).toThrow(/^not hex data: z{40}… \(1000000 characters\)$/);
  });

  test('upper-case digits count, and the length is that of the bytes', () => {
    expect(isHexOfLength('0xABcd', 2)).toBe(true);
    expect(isHexOfLength('0xabcd', 3)).toBe(false);
    expect(isHexData('0x')).toBe(true);
    expect(isHexData(12)).toBe(false);
  });

  test('an address gets its EIP-55 capitals', () => {
    const address = hexToBuffer('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
    expect(bufferToAddress(address)).toBe('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
    expect(() => bufferToAddress(address.subarray(1))).toThrow();
  });

  test('no bytes are the number 0', () => {
    expect(bufferToBigint(Buffer.alloc(0))).toBe(0n);
    expect(bufferToBigint(Buffer.from([1, 0]))).toBe(256n);
  });
});

describe('quantities', () => {
  test('keep every bit up to 256', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
        expect(quantityToBigint(`0x${value.toString(16)}`)).toBe(value);
      }),
    );
  });

  test('may have leading zeros, also beyond 64 digits', () => {
    expect(quantityToBigint('0x00')).toBe(0n);
    expect(quantityToBigint(`0x${'0'.repeat(100)}ff`)).toBe(255n);
    expect(quantityToBigint(`0x${'0'.repeat(100)}`)).toBe(0n);
  });

  test('of every length are exact', () => {
    for (let digits = 1; digits <= 64; digits += 1)
      for (const text of [`0x${'f'.repeat(digits)}`, `0x${'1'.padEnd(digits, '0')}`])
        expect(quantityToBigint(text)).toBe(BigInt(text));
  });

  test.each(['0x', '', '12', '0x-1', '0xg', '0x1.0', ' 0x1'])('%j is refused', (text) => {
    expect(() => quantityToBigint(text)).toThrow(TypeError);
  });

  test('are refused when too large for what they stand for', () => {
    expect(() => quantityToBigint(`0x1${'0'.repeat(64)}`)).toThrow(RangeError);
    expect(quantityToNumber('0x1fffffffffffff')).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => quantityToNumber('0x20000000000000')).toThrow(RangeError);
  });
});
