import { expect, test } from 'vitest';
import type { StepState } from '@/lib/evm/step-trace';
import { accountRow, address, byAddress } from '@/test/support/rows';
import type { LoadedSteps } from './loader';
import { presentSteps } from './present';

const TEXT = 'contract C {\n  uint256 x = 1;\n}\n';
const state: StepState = {
  ...{
    account: address(0x11),
    stack: [255n],
    stackSize: 1,
    memory: Buffer.alloc(1),
    memoryFrom: 0,
    memorySize: 1,
  },
  ...{
    input: Buffer.alloc(0),
    inputSize: 0,
    returned: Buffer.alloc(0),
    returnedSize: 0,
    isTouchedCut: false,
  },
  touched: [{ step: 0, slot: 1n, value: null, isWrite: false }],
  calls: [{ type: 'CALL', code: address(0x11), call: 0, first: 0, last: 1, init: Buffer.alloc(0) }],
};
const write = { index: 1, pc: 2, opcode: 0x55, gas: 9, cost: null, depth: 0, call: -1, stack: [1n, 2n] };
const loaded: LoadedSteps = {
  ...{ step: 1, reason: undefined, sourceReason: undefined },
  trace: {
    ...{
      total: 2,
      found: undefined,
      foundPc: undefined,
      foundStack: [],
      foundStackSize: 0,
      isCut: false,
      failure: null,
      steps: [write, { ...write, opcode: 0x0c, stack: [] }],
    },
    ...{ state, next: { out: 1 }, previous: { call: 0 } },
  },
  place: {
    ...{
      owner: address(0x11),
      range: { file: 0, start: TEXT.indexOf('x ='), length: 5 },
      path: 'C.sol',
      text: TEXT,
      isExact: false,
      arguments: [{ name: 'all', type: 'uint256[]', value: ['1', '2'] }],
      argumentsReason: undefined,
    },
    outline: { map: new Map(), files: new Map(), definitions: [], reverts: [], functions: [] },
  },
};
const addresses = byAddress(accountRow({ address: address(0x11), is_contract: true }));

test('a step with what it writes, what it finds and where it comes from', () => {
  expect(presentSteps(loaded, addresses)).toMatchObject({
    ...{ step: 1, steps_count: 2, meta: null, source_meta: null },
    steps: [
      { opcode: 'SSTORE', call: null, storage_write: { slot: '0x1', value: '0x2' } },
      { opcode: 'INVALID 0x0c', storage_write: null },
    ],
    state: { stack: ['0xff'], storage: [{ slot: '0x1', value: null }], calls: [{ index: 0, last_step: 1 }] },
    source: {
      path: 'C.sol',
      line: 2,
      column: 11,
      text: 'x = 1',
      is_exact: false,
      arguments: [{ name: 'all', type: 'uint256[]', value: '["1","2"]' }],
      excerpt: { first_line: 1 },
    },
    next: { out: 1, over: null, call: null },
    previous: { call: 0, log: null },
  });
});

test('arguments that are not known, why', () => {
  const { place } = loaded;
  const reason = { arguments: undefined, argumentsReason: 'arguments_through_ir' as const };
  expect(presentSteps({ ...loaded, place: place && { ...place, ...reason } }, addresses)).toMatchObject({
    source: { arguments: null, arguments_meta: { status: 'unavailable', code: 'arguments_through_ir' } },
  });
});

test('without an answer of the node, why', () => {
  const nothing = { ...loaded, trace: undefined, place: undefined, reason: 'tracer_refused' as const };
  expect(presentSteps(nothing, addresses)).toMatchObject({
    ...{ steps: [], steps_count: null, state: null, source: null },
    meta: { status: 'unavailable', code: 'tracer_refused' },
  });
});

test('of a trace that was not read to its end, it is not known how many steps there are', () => {
  const { trace } = loaded;
  expect(
    presentSteps({ ...loaded, trace: trace && { ...trace, isCut: true }, reason: 'trace_cut' }, addresses),
  ).toMatchObject({
    ...{ steps_count: null, meta: { status: 'partial', code: 'trace_cut', params: { count: 2 } } },
  });
});
