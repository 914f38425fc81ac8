import { expect, test } from 'vitest';
import {
  presentInteger,
  presentMilliseconds,
  presentQuantity,
  presentText,
  presentTimestamp,
  toBigint,
} from './values';

test('a whole number stays exact: a number up to 2^53, beyond it a bigint', () => {
  expect(presentInteger('0')).toBe(0);
  expect(presentInteger('9007199254740991')).toBe(9_007_199_254_740_991);
  expect(presentInteger('9007199254740992')).toBe(9_007_199_254_740_992n);
  expect(presentInteger(String(2n ** 256n - 1n))).toBe(2n ** 256n - 1n);
});

test('a quantity of zero is a quantity, and none is null', () => {
  expect([toBigint('0'), toBigint(null)]).toEqual([0n, null]);
  expect([presentQuantity(0n), presentQuantity(null)]).toEqual(['0', null]);
});

test('times are ISO 8601 with six digits of a second', () => {
  expect(presentTimestamp(0)).toBe('1970-01-01T00:00:00.000000Z');
  expect(presentTimestamp(253_402_300_799)).toBe('9999-12-31T23:59:59.000000Z');
  expect(presentMilliseconds(1_700_000_000_123)).toBe('2023-11-14T22:13:20.123000Z');
});

test('no text is null; what is no UTF-8 is replaced, controls stay', () => {
  expect([presentText(null), presentText(Buffer.alloc(0))]).toEqual([null, null]);
  expect(presentText(Buffer.of(0x41, 0xff, 0x00, 0x42))).toBe('A\ufffdB');
});

test('a long text is cut behind a whole character', () => {
  expect(presentText(Buffer.from('n'.repeat(2_000)))).toBe('n'.repeat(2_000));
  expect(presentText(Buffer.from('n'.repeat(2_001)))).toBe(`${'n'.repeat(1_999)}…`);
  expect(presentText(Buffer.from(`${'n'.repeat(1_998)}😀😀`))).toBe(`${'n'.repeat(1_998)}…`);
});
