import { expect, test } from 'vitest';
import { readBalanceChanges } from './balance-changes';
import { readCallTrace, readParityTrace } from './raw-trace';

const address = (digit: string) => `0x${digit.repeat(40)}`;
const CALL = { from: address('1'), to: address('2'), gas: '0x5208', value: '0x7', input: '0x' };

test('a callTracer frame becomes entries of the other form', () => {
  const frame = {
    type: 'CALL',
    ...CALL,
    gasUsed: '0x10',
    output: '0x01',
    calls: [
      {
        type: 'CREATE2',
        from: address('2'),
        to: address('3'),
        gas: '0x1',
        gasUsed: '0x1',
        input: '0x60',
        output: '0x61',
      },
      {
        type: 'DELEGATECALL',
        ...CALL,
        gasUsed: '0x1',
        error: 'out of gas',
        calls: [{ type: 'SELFDESTRUCT', from: address('2'), to: address('4'), value: '0x9' }],
      },
    ],
  };
  const entry = { subtraces: 0 };
  expect(readCallTrace(frame)).toEqual([
    {
      type: 'call',
      action: { ...CALL, callType: 'call' },
      result: { gasUsed: '0x10', output: '0x01' },
      subtraces: 2,
      traceAddress: [],
    },
    {
      ...entry,
      type: 'create',
      action: { creationMethod: 'create2', from: address('2'), gas: '0x1', value: '0x0', init: '0x60' },
      result: { gasUsed: '0x1', address: address('3'), code: '0x61' },
      traceAddress: [0],
    },
    {
      type: 'call',
      action: { ...CALL, callType: 'delegatecall' },
      result: { gasUsed: '0x1', output: '0x' },
      error: 'out of gas',
      subtraces: 1,
      traceAddress: [1],
    },
    {
      ...entry,
      type: 'suicide',
      action: { address: address('2'), refundAddress: address('4'), balance: '0x9' },
      traceAddress: [1, 0],
    },
  ]);
});

test('an entry of a node keeps what belongs to the form, and nothing else', () => {
  const own = { type: 'call', action: { ...CALL, callType: 'call' }, subtraces: 0, traceAddress: [0] };
  expect(
    readParityTrace([{ ...own, result: null, error: '', blockNumber: 5, extra: { deep: true } }, 7]),
  ).toEqual([own]);
  const odd = { type: '<b>', action: { from: '<i>', to: 5 }, subtraces: -1, traceAddress: ['a', 1] };
  expect(readParityTrace([odd])).toEqual([{ type: 'unknown', action: {}, subtraces: 0, traceAddress: [1] }]);
  for (const answer of [null, {}, 'text', 5]) expect(readParityTrace(answer)).toBeUndefined();
  for (const answer of [null, {}, [], 'text']) expect(readCallTrace(answer)).toBeUndefined();
});

test('balances are told for accounts that changed, came or went', () => {
  const pre = {
    [address('1')]: { balance: '0xa', nonce: 1 },
    [address('2')]: { balance: '0x5' },
    [address('3')]: { balance: '0x1' },
    [address('5')]: { balance: '0x4', code: '0x60' },
    nonsense: { balance: '0x1' },
  };
  const post = {
    [address('1')]: { balance: '0x7' },
    [address('2')]: { nonce: 2 },
    [address('4')]: { balance: '0x3' },
  };
  const rows = readBalanceChanges({ pre, post })?.map(({ address: bytes, before, after }) => [
    bytes.toString('hex').slice(0, 1),
    before,
    after,
  ]);
  expect(rows).toEqual([
    ['1', 10n, 7n],
    ['3', 1n, 0n],
    ['4', 0n, 3n],
    ['5', 4n, 0n],
  ]);
  for (const answer of [null, [], { pre }, { pre: 1, post: 2 }])
    expect(readBalanceChanges(answer)).toBeUndefined();
});

test('a call that returned nothing has empty bytes as its output, a creation none', () => {
  const called = { type: 'call', action: {}, result: { gasUsed: '0x1' }, subtraces: 0, traceAddress: [] };
  expect(readParityTrace([called, { ...called, type: 'create' }, { ...called, result: null }])).toEqual([
    { ...called, result: { gasUsed: '0x1', output: '0x' } },
    { ...called, type: 'create' },
    { ...called, result: undefined },
  ]);
  expect(readCallTrace({ type: 'CALL', ...CALL, gasUsed: '0x1' })?.[0]?.result?.output).toBe('0x');
});
