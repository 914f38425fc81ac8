import { expect, test } from 'vitest';
import { nameError } from './revert-reason';

test.each([
  [`0xb5164e87${'0'.repeat(128)}`, 'unknown error 0xb5164e87'],
  ['0xb5164e87', 'unknown error 0xb5164e87'],
  ['0x010203', '0x010203'],
  ['0xnothing', '0xnothing'],
  ['not amount', 'not amount'],
])('%s is told as %s', (reason, told) => {
  expect(nameError(reason)).toBe(told);
});
