import { expect, test } from 'vitest';
import { findLookAlikes } from './look-alikes';

const address = (middle: string) => `0xabcdef${middle.padEnd(28, '0')}123456`;

test('addresses that differ only where shortening cuts are look-alikes', () => {
  const other = `0x${'9'.repeat(40)}`;
  expect(findLookAlikes([address('1'), other, address('2'), other])).toEqual(
    new Set([address('1'), address('2')]),
  );
});

test('four digits at either end are compared, as poisoners match no more', () => {
  const [real, fake] = [`0x897cd6${'1'.repeat(28)}d32c64`, `0x897c7a${'2'.repeat(28)}e72c64`];
  expect(findLookAlikes([real, fake]).size).toBe(2);
});

test('one address in two spellings is no look-alike', () => {
  expect(findLookAlikes([address('a'), `0x${address('a').slice(2).toUpperCase()}`]).size).toBe(0);
  expect(findLookAlikes([]).size).toBe(0);
});
