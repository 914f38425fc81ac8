import { expect, test } from 'vitest';
import { addressOf } from '@/test/evm-logs';
import { higherTokenType, TOKEN_TYPES, transferKind } from './token-standards';

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
