import { encodeFunctionData, parseAbi, toEventSelector, toFunctionSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { addressWord, makeLog, word } from '@/test/support/evm-logs';
import { decodeCall, decodeLog, eventTopic, itemSelector } from './abi';
import { hexToBuffer } from './hex';

const LINES: readonly string[] = [
  'struct Leg { address token; int128 delta; }',
  'struct Order { string memo; Leg[] legs; bytes4[2] tags; }',
  'function settle(Order order, bool, bytes note) returns (uint256)',
  'event Settled(address indexed maker, string indexed memo, Leg[] indexed legs, uint64 amount, bytes)',
  'error Refused(uint8 code)',
];
const ORDER = parseAbi(LINES);
const settle = present(ORDER.find((item) => item.type === 'function'));
const settled = present(ORDER.find((item) => item.type === 'event'));
const refused = present(ORDER.find((item) => item.type === 'error'));

function present<Item>(item: Item | undefined): Item {
  if (item === undefined) throw new Error('the interface lacks it');
  return item;
}

describe('a call', () => {
  test('is described with expanded tuples, and unnamed arguments get names', () => {
    const input = encodeFunctionData({
      abi: ORDER,
      functionName: 'settle',
      args: [
        {
          memo: 'naïve',
          legs: [{ token: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', delta: -5n }],
          tags: ['0x01020304', '0xffffffff'],
        },
        true,
        '0xbeef',
      ],
    });
    expect(decodeCall(hexToBuffer(input), settle)).toEqual({
      method_id: input.slice(2, 10),
      method_call: 'settle((string,(address,int128)[],bytes4[2]) order, bool arg1, bytes note)',
      parameters: [
        {
          name: 'order',
          type: '(string,(address,int128)[],bytes4[2])',
          value: [
            'naïve',
            [['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '-5']],
            ['0x01020304', '0xffffffff'],
          ],
        },
        { name: 'arg1', type: 'bool', value: 'true' },
        { name: 'note', type: 'bytes', value: '0xbeef' },
      ],
    });
    expect(itemSelector(settle)).toBe(toFunctionSelector(settle));
  });

  test('is undefined for another selector, short input, and arguments that do not decode', () => {
    const selector = hexToBuffer(itemSelector(refused));
    expect(decodeCall(Buffer.concat([selector, word(7)]), refused)?.parameters).toEqual([
      { name: 'code', type: 'uint8', value: '7' },
    ]);
    expect(decodeCall(selector, refused)).toBeUndefined();
    expect(decodeCall(selector.subarray(0, 3), refused)).toBeUndefined();
    expect(decodeCall(Buffer.alloc(0), refused)).toBeUndefined();
    expect(decodeCall(Buffer.concat([Buffer.alloc(4), word(7)]), refused)).toBeUndefined();
  });

  test('without arguments has none', () => {
    const pause = {
      type: 'function',
      name: 'pause',
      inputs: [],
      outputs: [],
      stateMutability: 'nonpayable',
    } as const;
    expect(decodeCall(hexToBuffer(itemSelector(pause)), pause)).toEqual({
      method_id: '8456cb59',
      method_call: 'pause()',
      parameters: [],
    });
  });
});

describe('a log', () => {
  const memoHash = Buffer.alloc(32, 0x11);
  const legsHash = Buffer.alloc(32, 0x22);

  test('shows indexed words as values and hashed ones as their hash', () => {
    expect(eventTopic(settled)).toBe(toEventSelector(settled));
    const log = makeLog(
      [eventTopic(settled), addressWord(0xab), memoHash, legsHash],
      [word(9), word(64), word(0)],
    );
    const decoded = decodeLog(log, settled);
    expect(decoded?.method_id).toBe(eventTopic(settled).slice(2, 10));
    expect(decoded?.method_call).toBe(
      'Settled(address indexed maker, string indexed memo, (address,int128)[] indexed legs, uint64 amount, bytes arg4)',
    );
    expect(decoded?.parameters.map(({ name, value, indexed }) => [name, value, indexed])).toEqual([
      ['maker', '0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB', true],
      ['memo', `0x${'11'.repeat(32)}`, true],
      ['legs', `0x${'22'.repeat(32)}`, true],
      ['amount', '9', false],
      ['arg4', '0x', false],
    ]);
  });

  test('is undefined with other topics or broken data', () => {
    const topics = [eventTopic(settled), addressWord(0xab), memoHash, legsHash];
    const data = [word(9), word(64), word(0)];
    expect(decodeLog(makeLog(topics.slice(0, 3), data), settled)).toBeUndefined();
    expect(decodeLog(makeLog([memoHash, ...topics.slice(1)], data), settled)).toBeUndefined();
    expect(decodeLog(makeLog(topics, [word(9)]), settled)).toBeUndefined();
    expect(decodeLog(makeLog([]), settled)).toBeUndefined();
  });
});
