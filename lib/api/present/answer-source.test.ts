import { expect, test } from 'vitest';
import { presentSource } from './answer-source';

test.each([
  [null, 5, null],
  [[], null, { endpoints: [], block_number: null }],
  [['<b>a</b>', 'b'], 0, { endpoints: ['<b>a</b>', 'b'], block_number: 0 }],
])('endpoints %o at block %s are told as %o', (endpoints, block, expected) => {
  expect(presentSource(endpoints, block)).toEqual(expected);
});
