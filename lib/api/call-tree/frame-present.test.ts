import { describe, expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import type { CallNode } from '@/lib/evm/call-tree';
import type { InternalCall } from '@/lib/evm/internal-calls';
import { BUILT_IN } from '@/lib/evm/signatures';
import { accountRow, address, byAddress, hex, MAX_UINT256 } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { type FrameContext, presentCallFrame } from './frame-present';

const token = accountRow({ address: address(0x11), is_contract: true });
const context: FrameContext = {
  addresses: byAddress(token),
  signatures: [BUILT_IN, ...SHIPPED],
  parent: 0,
  ownGas: 40n,
  gasUsed: 60n,
  isFailing: false,
};
const call: InternalCall = {
  index: 3,
  depth: 1,
  type: 'call',
  from: address(0x10),
  to: address(0x11),
  createdContract: null,
  value: 0n,
  gasLimit: 100n,
  gasUsed: 60n,
  input: Buffer.alloc(0),
  inputSize: 0,
  output: null,
  error: null,
  isReverted: false,
};
const present = (changes: Partial<InternalCall>, more: Partial<FrameContext> = {}) => {
  const node: CallNode = { call: { ...call, ...changes }, parent: 0, children: [], size: 2, ownGas: 40n };
  return presentCallFrame(node, { ...context, ...more });
};
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const BALANCE_OF = Buffer.from(`70a08231${word(0x10n)}`, 'hex');
const reverted = (text: string) =>
  Buffer.from(`08c379a0${word(32n)}${word(BigInt(text.length))}${Buffer.from(text).toString('hex')}`, 'hex');

test('a call without input, and gas that is not known', () => {
  expect(present({ gasLimit: null, value: 2n ** 256n - 1n }, { ownGas: null, gasUsed: null })).toEqual({
    index: 3,
    parent: 0,
    depth: 1,
    type: 'call',
    from: presentAddress(address(0x10), context.addresses),
    to: presentAddress(address(0x11), context.addresses),
    created_contract: null,
    value: MAX_UINT256,
    gas_limit: null,
    gas_used: null,
    own_gas: null,
    calls_count: 2,
    error: null,
    revert_reason: null,
    is_undone: false,
    is_failing: false,
    decoded_input: null,
    decoded_input_source: null,
    declared_inputs: null,
    method: null,
    input: '0x',
    input_size: 0,
    output: null,
    results: null,
    log_indexes: [],
    token_transfers: [],
  });
});

describe('results', () => {
  const output = Buffer.from(word(7n), 'hex');

  test('of a known call are decoded', () => {
    const { method, results } = present({ input: BALANCE_OF, output });
    expect(method).toBe('balanceOf');
    expect(results).toMatchObject([{ type: 'uint256', value: '7' }]);
  });

  test.each([
    ['a call that failed', { error: 'execution reverted' }],
    ['an unknown call', { input: Buffer.from('01020304', 'hex') }],
    ['output that is cut short', { output: output.subarray(0, 31) }],
  ])('of %s are none', (_, changes) => {
    expect(present({ input: BALANCE_OF, output, ...changes }).results).toBeNull();
  });
});

test('a failed call has its reason as text; others have none', () => {
  const output = reverted('<b>no</b>');
  const failed = { error: 'execution reverted', isReverted: true, output };
  expect(present(failed, { isFailing: true })).toMatchObject({
    error: 'execution reverted',
    revert_reason: '<b>no</b>',
    is_undone: true,
    is_failing: true,
  });
  expect(present({ output }).revert_reason).toBeNull();
  expect(present({ ...failed, output: null }).revert_reason).toBeNull();
});

test('input, output and error are cut, and the size of the input is told', () => {
  const bytes = Buffer.alloc(512, 0xab);
  const shown = present({ input: bytes, inputSize: 9_000, output: bytes, error: 'e'.repeat(5_000) });
  expect([shown.input, shown.output]).toEqual([hex(bytes.subarray(0, 256)), hex(bytes.subarray(0, 256))]);
  expect(shown.input_size).toBe(9_000);
  expect(shown.error).toHaveLength(1_000);
});
