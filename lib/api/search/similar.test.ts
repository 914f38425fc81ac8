import { expect, test } from 'vitest';
import { isSimilar } from './similar';

const token = { name: 'Wrapped Ether', symbol: 'WETH' };

test.each(['wraped', 'wrappedd', 'warpped', 'wrepped', 'ethr', 'WETJ', 'Ethre'])(
  '%s is a typing error',
  (text) => {
    expect(isSimilar(text, token)).toBe(true);
  },
);

test.each(['wrap', 'eht', 'either or', 'wrpd', 'dollar', 'x'.repeat(41), '', 'W_TH', 'wr%pped'])(
  '%s is another word',
  (text) => {
    expect(isSimilar(text, token)).toBe(false);
  },
);

test('a token without a name is similar to none', () => {
  expect(isSimilar('null', { name: null, symbol: null })).toBe(false);
});
