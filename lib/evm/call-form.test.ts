import { encodeErrorResult, encodeFunctionResult, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { readFailure, readOutput } from './call-answer';
import { encodeCall, listErrors, listFields, listFunctions, textsOfCall } from './call-form';
import { indexSignatures } from './signatures';

const ABI = parseAbi([
  'function quote((address maker, uint256 amount) order, uint256[] steps) view returns (uint256 price, (address maker, uint256 amount) best)',
  'function pay() payable',
  'error TooSmall(uint256 least)',
]);
const MAKER = `0x${'11'.repeat(20)}` as const;
const [quote] = listFunctions(ABI);
if (quote === undefined) throw new Error('no function');

test('functions have selectors, and are read or written; what is no function is left out', () => {
  const odd = [{ type: 'function', name: '<b>', inputs: [] }, { type: 'function', name: 'f' }, 7, null];
  const old = { type: 'function', name: 'old', inputs: [], outputs: [{ type: 'uint8' }], constant: true };
  const broken = { type: 'function', name: 'broken', inputs: [], outputs: [{ type: 1 }] };
  const bare = { type: 'function', name: 'bare', inputs: [] };
  const list = listFunctions([...ABI, ...odd, old, broken, bare, old]);
  expect(list.map(({ item, isRead }) => [item.name, isRead])).toEqual([
    ['quote', true],
    ['pay', false],
    ['old', true],
    ['bare', false],
  ]);
  expect(list[3]?.item.outputs).toEqual([]);
  expect(listFunctions('no ABI')).toEqual([]);
});

test('a struct is a field for each of its own', () => {
  const fields = listFields(quote.item.inputs);
  expect(fields.map(({ place, label, parameter }) => [place, label, parameter.type])).toEqual([
    ['0.0', 'order.maker', 'address'],
    ['0.1', 'order.amount', 'uint256'],
    ['1', 'steps', 'uint256[]'],
  ]);
});

test('texts become calldata, or say what is wrong with each', () => {
  const texts = new Map([
    ['0.0', MAKER],
    ['0.1', '1 ether'],
    ['1', '1, 2'],
  ]);
  const encoded = encodeCall(quote.item, texts);
  expect(encoded).toMatchObject({ data: expect.stringMatching(/^0x[0-9a-f]{392}$/) });
  expect('data' in encoded && encoded.data.slice(0, 10)).toBe(quote.selector);
  expect(encodeCall(quote.item, new Map([['0.1', '-1']]))).toEqual({
    problems: new Map([
      ['0.0', 'Expected an address: 0x and 40 hex digits.'],
      ['0.1', 'This must not be negative.'],
    ]),
  });
});

test('what a function returned is read, and nothing is made of other bytes', () => {
  const output = encodeFunctionResult({
    abi: ABI,
    functionName: 'quote',
    result: [5n, { maker: MAKER, amount: 6n }],
  });
  expect(readOutput(output, quote.item)).toEqual(['5', [MAKER, '6']]);
  expect(readOutput('0x', quote.item)).toBeUndefined();
});

test('a failure is told by the error of the ABI, a known one, or the node', () => {
  const errors = [indexSignatures(listErrors(ABI))];
  const data = encodeErrorResult({ abi: ABI, errorName: 'TooSmall', args: [9n] });
  expect(readFailure({ message: 'execution reverted', data }, errors)).toEqual({
    reason: 'TooSmall(9)',
    meaning: undefined,
  });
  const panic = encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [0x11n] });
  expect(readFailure({ message: 'x', data: panic }, []).meaning?.code).toBe('arithmetic_overflow');
  expect(readFailure({ message: 'out of gas', data: '0x' }, errors).reason).toBe('out of gas');
});

test('a call as encoded gives the texts that lead back to it, with lists and structs', () => {
  const point = [
    { name: 'x', type: 'uint256' },
    { name: 'y', type: 'int8' },
  ];
  const [one] = listFunctions([
    {
      ...{ type: 'function', name: 'go', stateMutability: 'nonpayable', outputs: [] },
      inputs: [
        { name: 'a', type: 'tuple', components: point },
        { name: 'b', type: 'tuple[]', components: point },
        { name: 'c', type: 'string' },
        { name: 'd', type: 'bytes32[2]' },
      ],
    },
  ]);
  if (!one) throw new Error('no function');
  const word = `0x${'ab'.repeat(32)}`;
  const typed = new Map([
    ...[['0.0', '5'] as const, ['0.1', '-3'] as const, ['1', '[{"x": 1, "y": 2}]'] as const],
    ...[['2', ' a, b '] as const, ['3', `${word},${word}`] as const],
  ]);
  const encoded = encodeCall(one.item, typed);
  if (!('data' in encoded)) throw new Error('not encoded');
  const texts = textsOfCall(one.item, encoded.data);
  expect(texts?.get('1')).toBe('[{"x":"1","y":2}]');
  expect(encodeCall(one.item, texts ?? new Map())).toEqual(encoded);
  expect(textsOfCall(one.item, `${encoded.data}00`)).toBeUndefined();
  expect(textsOfCall(one.item, '0x00')).toBeUndefined();
});
