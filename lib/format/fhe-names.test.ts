import { expect, test } from 'vitest';
import { nameExpressions } from './fhe-names';

const handle = (digit: string) => digit.repeat(64);
const made = (digit: string) => `0x${handle(digit)}`;
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const line = (expression: ReturnType<typeof nameExpressions>[number]) =>
  `${expression.result.name} = ${expression.operands.map((operand) => operand.name).join(' ')}`;

test('the same handle has the same name wherever it occurs', () => {
  const expressions = nameExpressions([
    { is_scalar: false, inputs: { lhs: handle('a'), rhs: handle('b') }, result: made('1') },
    { is_scalar: true, inputs: { lhs: handle('1'), rhs: word(5n) }, result: made('2') },
    {
      is_scalar: false,
      inputs: { control: handle('2'), if_true: handle('b'), if_false: handle('1') },
      result: made('3'),
    },
    { is_scalar: false, inputs: {}, result: made('4') },
  ]);
  expect(expressions.map(line)).toEqual(['e1 = x1 x2', 'e2 = e1 #5', 'e3 = e2 x2 e1', 'e4 = ']);
  expect(expressions[0]?.operands[0]).toEqual({ kind: 'outside', name: 'x1', full: made('a') });
});

test('a handle that is made twice keeps its first name', () => {
  const encrypt = { is_scalar: false, inputs: { plaintext: 0 }, result: made('1') };
  expect(nameExpressions([encrypt, encrypt]).map(line)).toEqual(['e1 = #0', 'e1 = #0']);
});

test('plain numbers of 256 bits keep every digit in full and are short in name', () => {
  const largest = 2n ** 256n - 1n;
  const [expression] = nameExpressions([
    { is_scalar: false, inputs: { plaintext: largest }, result: made('1') },
  ]);
  expect(expression?.operands).toEqual([{ kind: 'plain', name: '#0xffff…ffff', full: largest.toString() }]);
});

test('lists, divisors and scalars stand in the order of the call', () => {
  const [sum, mulDiv] = nameExpressions([
    { is_scalar: false, inputs: { values: [handle('a'), handle('b')] }, result: made('1') },
    {
      is_scalar: true,
      inputs: { lhs: handle('a'), rhs: word(3n), divisor: word(7n) },
      result: made('2'),
    },
  ]).map(line);
  expect([sum, mulDiv]).toEqual(['e1 = x1 x2', 'e2 = x1 #3 #7']);
});
