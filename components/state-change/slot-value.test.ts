import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { wordToHex } from '@/lib/evm/words';
import { Value } from './slot-value';

const TOKEN = { address_hash: `0x${'1'.repeat(40)}`, name: 'Dollar', symbol: 'USDX', decimals: '6' };
const textOf = (name: string, type: string, word: string = wordToHex(1_250_500_000n)) =>
  renderToStaticMarkup(createElement(Value, { word, variables: [{ name, type }], token: TOKEN })).replace(
    /<[^>]*>/g,
    '',
  );

test('a balance of a token is an amount of it, another integer a number with all its digits', () => {
  expect(textOf('_balances[0xab]', 'uint256')).toBe('1,250.5 USDX');
  expect(textOf('reserve0', 'uint112')).toBe('1,250,500,000');
  expect(textOf('nonce', 'uint256', wordToHex(10n ** 20n))).toBe('100,000,000,000,000,000,000');
});

test('bytes and what is no address stay words', () => {
  expect(textOf('root', 'bytes32', `0x${'ab'.repeat(32)}`)).toBe('0xabababab…abababab');
  expect(textOf('owner', 'address', `0x${'ab'.repeat(32)}`)).toBe('0xabababab…abababab');
});
