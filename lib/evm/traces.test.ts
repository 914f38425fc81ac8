import { describe, expect, test } from 'vitest';
import { addressOf } from '@/test/support/evm-logs';
import { bufferToHex } from './hex';
import { summarizeTrace, walkCallFrames, walkParityTraces } from './traces';

type CallFrame = Parameters<typeof walkCallFrames>[0];
const summarize = (frame: CallFrame) => summarizeTrace(walkCallFrames(frame));
const summarizeParity = (traces: readonly CallFrame[]) => summarizeTrace(walkParityTraces(traces));

const address = (byte: number) => bufferToHex(addressOf(byte));
const create = (byte: number, calls: CallFrame[] = [], type = 'CREATE'): CallFrame => ({
  type,
  to: address(byte),
  calls,
});

describe('a callTracer frame', () => {
  test('of a plain success says nothing', () => {
    expect(summarize({ type: 'CALL', to: address(1), output: '0x01' })).toEqual({
      error: null,
      revertOutput: null,
      hasInnerError: false,
      createdContracts: [],
    });
  });

  test('of a revert keeps the node’s text and what came back', () => {
    expect(summarize({ type: 'CALL', error: 'execution reverted', output: '0x08c379a0' })).toEqual({
      error: 'execution reverted',
      revertOutput: Buffer.from('08c379a0', 'hex'),
      hasInnerError: false,
      createdContracts: [],
    });
    expect(summarize({ type: 'CALL', error: 'out of gas', output: '0x' }).revertOutput).toBeNull();
  });

  test('tells of a failed call inside, however deep, but not of the outermost', () => {
    const inner: CallFrame = { type: 'CALL', calls: [{ type: 'CALL', error: 'out of gas' }] };
    expect(summarize({ type: 'CALL', calls: [inner] })).toMatchObject({
      error: null,
      hasInnerError: true,
    });
    expect(summarize({ type: 'CALL', error: 'out of gas' }).hasInnerError).toBe(false);
  });

  test('lists the contracts that exist afterwards, in order, each once', () => {
    const frame = create(1, [
      create(2, [create(3, [], 'CREATE2')]),
      create(2),
      { type: 'CALL', to: address(9) },
    ]);
    expect(summarize(frame).createdContracts).toEqual([addressOf(1), addressOf(2), addressOf(3)]);
  });

  test('forgets what a failure around it undid', () => {
    const undone: CallFrame = { type: 'CALL', error: 'execution reverted', calls: [create(2), create(3)] };
    expect(summarize({ type: 'CALL', calls: [undone, create(4)] }).createdContracts).toEqual([addressOf(4)]);
    expect(summarize({ ...create(1, [create(2)]), error: 'out of gas' }).createdContracts).toEqual([]);
  });

  test('may be 100,000 calls deep', () => {
    let frame: CallFrame = { type: 'CALL', error: 'out of gas' };
    for (let depth = 0; depth < 100_000; depth += 1) frame = { type: 'CALL', calls: [frame] };
    expect(summarize(frame).hasInnerError).toBe(true);
  });

  test('may be nonsense', () => {
    const frame = { type: 7, error: { a: 1 }, output: 5, calls: [null, 'x', { type: 'CREATE', to: '0x12' }] };
    expect(summarize(frame)).toEqual({
      error: null,
      revertOutput: null,
      hasInnerError: false,
      createdContracts: [],
    });
    expect(summarize({ error: 'x'.repeat(5000) }).error).toHaveLength(1000);
  });
});

describe('trace_block entries', () => {
  test('give the same summary', () => {
    const traces = [
      { type: 'call', traceAddress: [], error: 'Reverted', result: { output: '0x08c379a0' } },
      { type: 'create', traceAddress: [0], result: { address: address(5) } },
      { type: 'call', traceAddress: [1], error: 'Out of gas', result: null },
    ];
    expect(summarizeParity(traces)).toEqual({
      error: 'Reverted',
      revertOutput: Buffer.from('08c379a0', 'hex'),
      hasInnerError: true,
      createdContracts: [],
    });
  });

  test('list creations that no failure around them undid', () => {
    const traces = [
      { type: 'create', traceAddress: [], result: { address: address(1) } },
      { type: 'call', traceAddress: [1], error: 'Reverted' },
      { type: 'create', traceAddress: [1, 0], result: { address: address(2) } },
      { type: 'create', traceAddress: [10], result: { address: address(3) } },
      { type: 'create', traceAddress: [11], error: 'Out of gas', result: null },
      { type: 'reward', traceAddress: [], error: 'not a call' },
    ];
    expect(summarizeParity(traces)).toEqual({
      error: null,
      revertOutput: null,
      hasInnerError: true,
      createdContracts: [addressOf(1), addressOf(3)],
    });
  });

  test('may be none, or nonsense', () => {
    const nothing = { error: null, revertOutput: null, hasInnerError: false, createdContracts: [] };
    expect(summarizeParity([])).toEqual(nothing);
    expect(summarizeParity([{ type: 'create', traceAddress: 'x', result: 7 }])).toEqual(nothing);
  });
});
