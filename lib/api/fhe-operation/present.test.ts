import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { address, hash, hex, MAX_UINT256, NO_ACCOUNTS } from '@/test/support/rows';
import { presentFheOperation } from './present';

const [left, right] = [hash(0x51), hash(0x52)];
const ROW = {
  block_number: 5,
  log_index: 0,
  caller: address(0x11),
  operation: 'FheAdd',
  fhe_type: 'Uint64',
  is_scalar: false,
  operands: [left, right],
  plaintext: null,
  result: hash(0x50),
  hcu_cost: 0,
  hcu_depth: 162_000,
};
const SHOWN = {
  log_index: 0,
  block_number: 5,
  operation: 'FheAdd',
  type: 'arithmetic',
  fhe_type: 'Uint64',
  is_scalar: false,
  inputs: { lhs: left.toString('hex'), rhs: right.toString('hex') },
  result: hex(hash(0x50)),
  hcu_cost: 0,
  hcu_depth: 162_000,
  caller: presentAddress(address(0x11), NO_ACCOUNTS),
};

test('an operation on two handles, which have no 0x here', () => {
  expect(presentFheOperation(ROW, NO_ACCOUNTS)).toEqual(SHOWN);
});

test('a plaintext of any size is a number, also 0', () => {
  const encrypted = { ...ROW, operation: 'TrivialEncrypt', operands: [], is_scalar: true };
  const shown = { ...SHOWN, operation: 'TrivialEncrypt', type: 'encryption', is_scalar: true };
  for (const [plaintext, number] of [
    ['0', 0],
    [MAX_UINT256, 2n ** 256n - 1n],
  ] as const)
    expect(presentFheOperation({ ...encrypted, plaintext }, NO_ACCOUNTS)).toEqual({
      ...shown,
      inputs: { plaintext: number },
    });
});

test('an operation of a later version is shown without its inputs', () => {
  const row = { ...ROW, operation: 'FheDivideByTwo', caller: null };
  expect(presentFheOperation(row, NO_ACCOUNTS)).toEqual({
    ...SHOWN,
    operation: 'FheDivideByTwo',
    type: 'other',
    inputs: {},
    caller: null,
  });
});
