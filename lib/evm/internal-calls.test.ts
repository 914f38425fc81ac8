import { expect, test } from 'vitest';
import { addressOf } from '@/test/support/evm-logs';
import { bufferToHex } from './hex';
import { decodeCalls } from './internal-calls';
import { walkCallFrames, walkParityTraces } from './traces';

type CallFrame = Parameters<typeof walkCallFrames>[0];
const decodeCallFrames = (frame: CallFrame) => decodeCalls(walkCallFrames(frame));
const decodeParityCalls = (traces: readonly CallFrame[]) => decodeCalls(walkParityTraces(traces));

const hexOf = (byte: number) => bufferToHex(addressOf(byte));
const call = (from: number, to: number, rest: CallFrame = {}): CallFrame => ({
  type: 'CALL',
  from: hexOf(from),
  to: hexOf(to),
  value: '0x0',
  gas: '0x64',
  gasUsed: '0xa',
  input: '0x',
  ...rest,
});
const outline = ({ calls }: ReturnType<typeof decodeCallFrames>) =>
  calls.map(({ index, depth, type, isReverted }) => [index, depth, type, isReverted]);

/** 1 calls 2, which lends its code to 3, which fails after it paid 4; then 2 creates 5 and 5 ends itself. */
const GETH = call(1, 2, {
  input: '0xa9059cbb',
  calls: [
    call(2, 3, {
      type: 'DELEGATECALL',
      value: '0x7',
      error: 'execution reverted',
      output: '0x08c379a0',
      calls: [call(2, 4, { value: '0x9' })],
    }),
    call(2, 5, {
      type: 'CREATE2',
      value: '0x1',
      calls: [call(5, 2, { type: 'SELFDESTRUCT', value: '0x1', gas: '0x0', gasUsed: '0x0' })],
    }),
  ],
});
const action = { callType: 'call', gas: '0x64', input: '0x', value: '0x0' };
const PARITY = [
  {
    type: 'suicide',
    traceAddress: [1, 0],
    action: { address: hexOf(5), refundAddress: hexOf(2), balance: '0x1' },
  },
  {
    type: 'create',
    traceAddress: [1],
    action: { creationMethod: 'create2', from: hexOf(2), gas: '0x64', init: '0x', value: '0x1' },
    result: { address: hexOf(5), gasUsed: '0xa', code: '0x' },
  },
  {
    type: 'call',
    traceAddress: [0, 0],
    action: { ...action, from: hexOf(2), to: hexOf(4), value: '0x9' },
    result: { gasUsed: '0xa', output: '0x' },
  },
  {
    type: 'call',
    traceAddress: [0],
    action: { ...action, callType: 'delegatecall', from: hexOf(2), to: hexOf(3), value: '0x7' },
    result: { gasUsed: '0xa', output: '0x08c379a0' },
    error: 'execution reverted',
  },
  {
    type: 'call',
    traceAddress: [],
    action: { ...action, from: hexOf(1), to: hexOf(2), input: '0xa9059cbb' },
    result: { gasUsed: '0xa', output: '0x' },
  },
];

test('calls come in the order of execution, the outermost is left out, what a failure undid is marked', () => {
  const decoded = decodeCallFrames(GETH);
  expect(decoded.callsCount).toBe(4);
  expect(outline(decoded)).toEqual([
    [1, 1, 'delegatecall', true],
    [2, 2, 'call', true],
    [3, 1, 'create2', false],
    [4, 2, 'selfdestruct', false],
  ]);
  const [lent, paid, created, ended] = decoded.calls;
  expect(lent).toMatchObject({
    value: 0n,
    error: 'execution reverted',
    output: Buffer.from('08c379a0', 'hex'),
  });
  expect(paid).toMatchObject({ value: 9n, error: null, output: null, gasLimit: 100n, gasUsed: 10n });
  expect(created).toMatchObject({ to: null, createdContract: addressOf(5), value: 1n });
  expect(ended).toMatchObject({ from: addressOf(5), to: addressOf(2), value: 1n });
});

test('both forms of a trace say the same', () => {
  const own = decodeParityCalls(PARITY);
  const calls = own.calls.map((row) =>
    row.type === 'selfdestruct' ? { ...row, gasLimit: 0n, gasUsed: 0n } : row,
  );
  expect({ ...own, calls }).toEqual(decodeCallFrames(GETH));
});

test('an outermost creation is listed', () => {
  const frame = call(1, 6, { type: 'CREATE', input: '0x6001', calls: [call(6, 7)] });
  expect(outline(decodeCallFrames(frame))).toEqual([
    [0, 0, 'create', false],
    [1, 1, 'call', false],
  ]);
  const failed = decodeCallFrames({ ...frame, error: 'out of gas' });
  expect(outline(failed)).toEqual([
    [0, 0, 'create', true],
    [1, 1, 'call', true],
  ]);
  expect(failed.calls[0]).toMatchObject({ createdContract: null, error: 'out of gas' });
});

test('long data is cut, its length kept; of many calls the first ones are kept, all are counted', () => {
  const [long] = decodeCallFrames(
    call(1, 2, { calls: [call(2, 3, { input: `0x${'ab'.repeat(5_000)}` })] }),
  ).calls;
  expect(long?.input).toHaveLength(512);
  expect(long?.inputSize).toBe(5_000);
  const many = decodeCallFrames(call(1, 2, { calls: Array.from({ length: 12_000 }, () => call(2, 3)) }));
  expect(many.callsCount).toBe(12_000);
  expect(many.calls).toHaveLength(10_000);
  expect(many.calls.at(-1)?.index).toBe(10_000);
});

test('nothing that a node answers makes it fail, and 100,000 calls may enclose each other', () => {
  const odd = { from: '0x12', to: 7, value: 'much', gas: {}, gasUsed: '0x', input: 'text', error: 5 };
  expect(
    decodeCallFrames({ type: 'CALL', calls: [odd, null, 3, call(2, 3, { ...odd, from: hexOf(2) })] }),
  ).toEqual({
    callsCount: 1,
    calls: [
      {
        index: 0,
        depth: 1,
        type: 'call',
        from: addressOf(2),
        to: null,
        createdContract: null,
        value: 0n,
        gasLimit: null,
        gasUsed: null,
        input: Buffer.alloc(0),
        inputSize: 1,
        output: null,
        error: null,
        isReverted: false,
      },
    ],
  });
  let deep = call(1, 2);
  for (let depth = 0; depth < 100_000; depth++) deep = call(1, 2, { calls: [deep] });
  expect(decodeCallFrames(deep).callsCount).toBe(100_000);
});
