import { expect, test } from 'vitest';
import { nameError, quoteReason } from './revert-reason';

test.each([
  [`0xb5164e87${'0'.repeat(128)}`, 'unknown error 0xb5164e87'],
  ['0xb5164e87', 'unknown error 0xb5164e87'],
  ['0x010203', '0x010203'],
  ['0xnothing', '0xnothing'],
  ['not amount', 'not amount'],
])('%s is told as %s', (reason, told) => {
  expect(nameError(reason)).toBe(told);
});

test('the words of a contract are quoted, the name of an error is not', () => {
  const call = { method_call: 'x', parameters: [] };
  expect(quoteReason(':(', { decoded_revert_reason: { ...call, method_id: '08c379a0' } })).toBe('“:(”');
  expect(quoteReason('TooLittle', { decoded_revert_reason: { ...call, method_id: '849eaf98' } })).toBe(
    'TooLittle',
  );
  expect(quoteReason('out of gas', { decoded_revert_reason: null })).toBe('out of gas');
});
