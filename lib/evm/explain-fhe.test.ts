import { expect, test } from 'vitest';
import { explainFheError } from './explain-fhe';

test('an error of fhEVM is told in a sentence', () => {
  expect(explainFheError('HCUTransactionLimitExceeded()', false)?.code).toBe('fhe_transaction_limit');
  expect(explainFheError('ACLNotAllowed(0x01, 0x02)', false)?.message).toMatch(/^The ACL has not granted/);
});

test('a name that others use too means it only of a host contract', () => {
  expect(explainFheError('DivisionByZero()', false)).toBeUndefined();
  expect(explainFheError('DivisionByZero()', true)?.code).toBe('fhe_division_by_zero');
});

test('text, raw bytes and other errors are not explained', () => {
  for (const reason of [
    '',
    'NotPauser',
    'constructor()',
    '0xad251174',
    'HCULimit is full (HCUBlockLimitExceeded())',
  ])
    expect(explainFheError(reason, true)).toBeUndefined();
});
