import { expect, test } from 'vitest';
import { addressOf } from '@/test/support/evm-logs';
import {
  decimalsOf,
  hasTrait,
  higherTokenType,
  isFungible,
  listTokenTypes,
  TOKEN_TYPES,
  transferKind,
  typesWith,
} from './token-standards';

test('a token keeps the higher of two types, in either order', () => {
  for (const [index, lower] of TOKEN_TYPES.entries()) {
    for (const higher of TOKEN_TYPES.slice(index)) {
      expect(higherTokenType(lower, higher)).toBe(higher);
      expect(higherTokenType(higher, lower)).toBe(higher);
    }
  }
});

test('the zero address makes a transfer a mint, a burn, or both', () => {
  const zero = addressOf(0);
  const someone = addressOf(1);
  expect(transferKind(someone, someone)).toBe('token_transfer');
  expect(transferKind(zero, someone)).toBe('token_minting');
  expect(transferKind(someone, zero)).toBe('token_burning');
  expect(transferKind(zero, zero)).toBe('token_spawning');
});

test('the lists of standards that decoding, SQL, the API and pages derive', () => {
  expect(typesWith('ids')).toEqual(['ERC-721', 'ERC-1155', 'ERC-6909', 'ERC-404']);
  expect(typesWith('unique')).toEqual(['ERC-721', 'ERC-404']);
  expect(typesWith('encrypted')).toEqual(['ERC-7984']);
  expect(typesWith('no instances')).toEqual(['ERC-20']);
  expect(listTokenTypes('or')).toBe('ERC-20, ERC-721, ERC-1155, ERC-6909, ERC-404 or ERC-7984');
});

test('where each ID has its own decimals, those of the contract are of no ID', () => {
  const decimals = '6';
  expect(decimalsOf({ type: 'ERC-6909', decimals }, '0')).toBeNull();
  expect(decimalsOf({ type: 'ERC-6909', decimals }, null)).toBe('6');
  expect(decimalsOf({ type: 'ERC-1155', decimals }, '0')).toBe('6');
});

test('an unknown standard has no traits', () => {
  for (const type of ['ERC-2', 'constructor', '', null, undefined])
    expect([type, hasTrait(type, 'ids')]).toEqual([type, false]);
});

test('fungible is what has public amounts without IDs; an unknown standard is not', () => {
  expect(TOKEN_TYPES.filter(isFungible)).toEqual(['ERC-20']);
  expect(['ERC-20', 'ERC-404', 'ERC-7984', 'ERC-1155', 'x', null].map(isFungible)).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
});
