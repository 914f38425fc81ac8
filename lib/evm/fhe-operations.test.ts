import { expect, test } from 'vitest';
import {
  encryptedOperands,
  FHE_OPERATIONS,
  isFheOperation,
  listOperations,
  nameOperands,
  operationEvent,
} from './fhe-operations';

const taken = { isScalar: false, operands: ['a', 'b', 'c'], plaintext: null };

test('thirty operations fall into seven categories', () => {
  expect(listOperations()).toHaveLength(30);
  expect(FHE_OPERATIONS.FheMax.category).toBe('comparison');
  expect(FHE_OPERATIONS.FheRotr.category).toBe('bitwise');
  expect(FHE_OPERATIONS.Cast.category).toBe('encryption');
  expect(isFheOperation('VerifyInput')).toBe(false);
  expect(isFheOperation('toString')).toBe(false);
});

test('operands have the names of the API', () => {
  const pair = { ...taken, operands: ['a', 'b'] };
  expect(nameOperands({ ...pair, operation: 'FheSub' })).toEqual({ lhs: 'a', rhs: 'b' });
  expect(nameOperands({ ...taken, operation: 'FheIfThenElse' })).toEqual({
    control: 'a',
    if_true: 'b',
    if_false: 'c',
  });
  expect(nameOperands({ ...taken, operands: ['a'], operation: 'FheNot' })).toEqual({ ct: 'a' });
  expect(nameOperands({ ...taken, operation: 'FheSum' })).toEqual({ values: ['a', 'b', 'c'] });
  expect(nameOperands({ ...taken, operands: [], operation: 'FheSum' })).toEqual({ values: [] });
  expect(nameOperands({ ...taken, operation: 'FheIsIn' })).toEqual({ lhs: 'a', values: ['b', 'c'] });
  expect(nameOperands({ ...taken, operation: 'FheMulDiv' })).toEqual({ lhs: 'a', rhs: 'b', divisor: 'c' });
  expect(nameOperands({ ...taken, operands: [], operation: 'FheRand' })).toEqual({});
});

test('a plaintext of 0 is a plaintext', () => {
  const encrypt = { ...taken, operands: [], operation: 'TrivialEncrypt', plaintext: 0n } as const;
  expect(nameOperands(encrypt)).toEqual({ plaintext: 0n });
});

test('plain operands are no handles', () => {
  const handles = (operation: 'FheAdd' | 'FheEq' | 'FheMulDiv' | 'FheIfThenElse', isScalar: boolean) =>
    encryptedOperands({ ...taken, operation, isScalar });
  expect(handles('FheAdd', false)).toEqual(['a', 'b']);
  expect(handles('FheAdd', true)).toEqual(['a']);
  expect(handles('FheEq', true)).toEqual(['a']);
  expect(handles('FheMulDiv', false)).toEqual(['a', 'b']);
  expect(handles('FheMulDiv', true)).toEqual(['a']);
  expect(handles('FheIfThenElse', false)).toEqual(['a', 'b', 'c']);
});

test('an event reads as Solidity writes it', () => {
  expect(operationEvent('FheNeg')).toBe('event FheNeg(address indexed caller, bytes32 ct, bytes32 result)');
});
