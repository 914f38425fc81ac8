import { expect, test } from 'vitest';
import { parseNames, tokenTypesParam } from './params';

test('a name is chosen whole, not because another one begins with it', () => {
  const known = ['ERC-20', 'ERC-2055', 'ERC-404'] as const;
  expect(parseNames('ERC-2055', known)).toEqual(['ERC-2055']);
  expect(parseNames('erc-404,ERC-20', known)).toEqual(['ERC-20', 'ERC-404']);
  expect(parseNames('ERC-205', known)).toBeUndefined();
});

test.each([
  ['', []],
  ['ERC-20', ['ERC-20']],
  ['erc-721,ERC-20', ['ERC-20', 'ERC-721']],
  ['[ERC-1155,erc-7984]', ['ERC-1155', 'ERC-7984']],
  ['[ERC-20', ['ERC-20']],
  ['ERC-20]', ['ERC-20']],
  ['ERC-20,ERC-20', ['ERC-20']],
])('the standards of %j', (text, types) => {
  expect(tokenTypesParam.parse(text)).toEqual(types);
});

test.each([
  ...['ERC-999', 'ERC-20,', ',ERC-20', 'ERC-20, ERC-721', '[]', '[[ERC-20]]', 'ERC-20\n', 'ERC', ' '],
])('%j is refused with the texts of the upstream API', (text) => {
  const outcome = tokenTypesParam.safeParse(text);
  expect(outcome.error?.issues.map(({ message }) => message)).toEqual([
    'Failed to cast value using any of: Schema(title: "EmptyString", type: :string), Schema(type: :string)',
    'String length is larger than maxLength: 0',
    'Invalid format. Expected ~r/^\\[?(ERC-20|ERC-721|ERC-1155|ERC-404|ERC-7984)(,(ERC-20|ERC-721|ERC-1155|ERC-404|ERC-7984))*\\]?$/i',
  ]);
});
