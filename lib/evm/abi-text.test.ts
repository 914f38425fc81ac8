import { expect, test } from 'vitest';
import { AbiTextError, parseAbiText } from './abi-text';

const parse = (type: string, text: string, components?: { name: string; type: string }[]) =>
  parseAbiText({ type, ...(components && { components }) }, text);
const A = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  ['uint256', ' 12 ', 12n],
  ['uint256', '1,234_567', 1_234_567n],
  ['uint256', '1.5 ether', 15n * 10n ** 17n],
  ['uint256', '2gwei', 2n * 10n ** 9n],
  ['uint256', '3.0', 3n],
  ['uint8', '0xff', 255n],
  ['int8', '-128', -128n],
  ['bool', 'True', true],
  ['bool', '0', false],
  ['address', A, A.toLowerCase()],
  ['bytes', '', '0x'],
  ['bytes2', '0xABcd', '0xabcd'],
  ['string', ' as it is ', ' as it is '],
  ['uint256[]', '', []],
  ['uint256[]', '1\n2, 3', [1n, 2n, 3n]],
  ['uint256[]', '[1, "2", 0x03]', [1n, 2n, 3n]],
  [
    'uint8[2][]',
    '[[1,2],[3,4]]',
    [
      [1n, 2n],
      [3n, 4n],
    ],
  ],
  ['string[]', '["a, b", "c\\"]"]', ['a, b', 'c"]']],
  [
    'uint256[]',
    '[115792089237316195423570985008687907853269984665640564039457584007913129639935]',
    [2n ** 256n - 1n],
  ],
])('%s: %j', (type, text, value) => {
  expect(parse(type, text)).toEqual(value);
});

test('structs by name or in order, also in lists', () => {
  const fields = [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ];
  const value = [A.toLowerCase(), 10n ** 18n];
  expect(parse('tuple', `{"amount": "1 ether", "to": "${A}"}`, fields)).toEqual(value);
  expect(parse('tuple[]', `[[${A}, 1000000000000000000]]`, fields)).toEqual([value]);
  expect(() => parse('tuple', '{"to": 1}', fields)).toThrow('Expected an address');
  expect(() => parse('tuple', `{"to": "${A}"}`, fields)).toThrow('The field amount is missing.');
  expect(() => parse('tuple', '[1]', fields)).toThrow('Expected a struct of 2 fields.');
});

test.each([
  ['uint256', '', 'Expected an integer'],
  ['uint256', '-1', 'This must not be negative.'],
  ['uint256', '1.5', 'Expected an integer'],
  ['uint256', '1.5 gold', 'Expected an integer'],
  ['uint256', '12,34', 'Expected an integer'],
  ['uint8', '256', 'This is too large: at most 2^8 − 1.'],
  ['int8', '-129', 'This is too small'],
  ['bool', 'maybe', 'Expected true or false.'],
  ['address', '0x12', '40 hex digits'],
  ['address', A.replace('5aA', '5AA'), 'a digit may be mistyped'],
  ['bytes2', '0xabc', 'in pairs'],
  ['bytes2', '0xab', 'Expected 2 bytes, not 1.'],
  ['uint256[2]', '[1]', 'Expected 2 items, not 1.'],
  ['uint256[]', '[1', 'This is no JSON'],
  ['string[]', '["a\\"b', 'This is no JSON'],
  ['uint256[][]', '1', 'Expected a list for uint256[].'],
  ['uint256[]', '[[1]]', 'Expected a single value'],
  ['uint256[]', `[${'1,'.repeat(1_000)}1]`, 'At most 1000 items.'],
  ['fixed128x18', '1', 'cannot be written here'],
  ['uint256', '1'.repeat(200), 'Expected an integer'],
  ['uint8[][]', '['.repeat(50_000), 'This is no JSON'],
])('%s: %j is no value', (type, text, sentence) => {
  expect(() => parse(type, text)).toThrow(AbiTextError);
  expect(() => parse(type, text)).toThrow(sentence);
});

test('a list of texts without an end is looked at once', () => {
  expect(() => parse('string[]', `["${'\\"'.repeat(500_000)}`)).toThrow('This is no JSON');
});
