import { expect, test } from 'vitest';
import { argumentsOnStack, decodeArguments } from './arguments';

const place = { file: 0, start: 0, length: 9 };
const typed = (...types: string[]) => ({
  ...{ ...place, name: 'Till.transfer', selector: 'a9059cbb' },
  parameters: types.map((type, at) => ({ name: `p${at}`, type })),
});
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const input = Buffer.from(`a9059cbb${word(0xabn)}${word(7n)}`, 'hex');

test('call data of the function gives its arguments, by the types of the compiler', () => {
  expect(decodeArguments(typed('contract Token', 'uint256'), input)).toEqual([
    { name: 'p0', type: 'contract Token', value: '0x00000000000000000000000000000000000000AB' },
    { name: 'p1', type: 'uint256', value: '7' },
  ]);
});

test.each([
  ['of another function', { ...typed('address', 'uint256'), selector: '01020304' }, input],
  ['that is cut', typed('address', 'uint256'), input.subarray(0, 40)],
  ['of a type that is not known', typed('address', 'struct Till.Order memory'), input],
])('call data %s gives none', (_, called, data) => {
  expect(decodeArguments(called, data)).toBeUndefined();
});

const RETURN = 0x99n;
/** From the bottom. */
const stack = (...words: bigint[]) => ({ words: words.toReversed(), size: words.length });

test('the stack holds arguments above the return address, whatever is above them', () => {
  const called = typed(
    'bool',
    'bytes calldata',
    'string memory',
    'enum Till.State',
    'function () external',
    'int8',
  );
  const given = [1n, 0x44n, 3n, 0x80n, 2n, 0xabn, 0x01020304n, 2n ** 256n - 1n];
  const entry = stack(5n, RETURN, ...given);
  const values = ['true', '0x44', '0x80', '2', '0xab', '-1'];
  expect(
    argumentsOnStack(called, entry, stack(5n, RETURN, ...given, 8n, 9n))?.map(({ value }) => value),
  ).toEqual(values);
});

test.each([
  ['another function is called', stack(5n, 0x77n, 1n)],
  ['it is returning', stack(5n)],
  ['they are below what is read', { words: [1n, 2n], size: 90 }],
])('there are none when %s', (_, now) => {
  expect(argumentsOnStack(typed('bool'), stack(5n, RETURN, 1n), now)).toBeUndefined();
});
