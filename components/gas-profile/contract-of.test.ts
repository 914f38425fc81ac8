import { expect, test } from 'vitest';
import { mentionOf } from '@/test/support/mention';
import { contractOf } from './contract-of';

test('two contracts with one name, or none, are told apart', () => {
  const [one, other] = [mentionOf(`0x${'1'.repeat(40)}`), mentionOf(`0x${'2'.repeat(40)}`)];
  expect(contractOf({ ...one, name: 'Token' })).toBe('Token (0x111111…111111)');
  expect(contractOf({ ...other, name: 'Token' })).toBe('Token (0x222222…222222)');
  expect(contractOf(one)).toBe('0x111111…111111');
});
