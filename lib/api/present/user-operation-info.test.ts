import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { PackedOperation } from '@/lib/evm/packed-operation';
import { writeOperation } from '@/lib/sentence/write-operation';
import { address, hash, NO_ACCOUNTS } from '@/test/support/rows';
import { presentAddress } from './address';
import { presentOperationInfo, readExecuted } from './user-operation-info';

const [ACCOUNT, TARGET] = [address(0x10), address(0x11)];
const execute = (data: `0x${string}`) =>
  encodeFunctionData({
    abi: parseAbi(['function execute(address dest, uint256 value, bytes func)']),
    args: [bufferToHex(TARGET), 1n, data],
  });
const packed = (callData: string): PackedOperation => ({
  ...{ sender: bufferToHex(ACCOUNT), nonce: '0', initCode: '0x', callData, signature: '0x' },
  ...{ callGasLimit: '1', verificationGasLimit: '2', preVerificationGas: '3', paymasterGasLimits: 10n },
  ...{ maxFeePerGas: '4', maxPriorityFeePerGas: '5', paymasterAndData: '0x', accountGasLimits: null },
  ...{ gasFees: null, aggregator: null, aggregatorSignature: null },
});
const row = {
  ...{ block_number: 5, transaction_index: 0, log_index: 7, sender: ACCOUNT, paymaster: null, factory: null },
  ...{ entry_point: address(0x20), topic0: hash(1), topic1: hash(2), topic2: hash(3), topic3: null },
  ...{ data: Buffer.alloc(0), bundler: address(0x21), transaction_hash: hash(4), timestamp: 0 },
};
const listed = {
  ...{ hash: bufferToHex(hash(2)), transaction_hash: bufferToHex(hash(4)), block_number: '5', timestamp: '' },
  ...{ address: presentAddress(ACCOUNT, NO_ACCOUNTS), bundler: presentAddress(address(0x21), NO_ACCOUNTS) },
  ...{ paymaster: null, entry_point: presentAddress(address(0x20), NO_ACCOUNTS), nonce: '0' },
  ...{ entry_point_version: 'v0.6' as const, status: false, fee: '0', gas: '0' },
};
const around = {
  ...{ block_hash: hash(5), to_address: null, input: Buffer.alloc(0), index: 0 },
  ...{ begins_after: 2, reason: null },
};

function present(callData: string | undefined, changes: Partial<{ reason: Buffer }> = {}) {
  const given = callData === undefined ? undefined : packed(callData);
  const known = { row, around: { ...around, ...changes }, packed: given, executed: readExecuted(given) };
  return presentOperationInfo(listed, known, NO_ACCOUNTS);
}

test('nothing is said of an input that is not known, nor a price of no gas', () => {
  const info = present(undefined);
  expect(info).toMatchObject({ gas: null, gas_used: '0', gas_price: null, call_data: null, raw: null });
  expect([info.user_logs_start_index, info.user_logs_count]).toEqual([3, 4]);
  expect(writeOperation(info).summary_template).toBe('{account} failed to execute a user operation');
});

test('a call without data sends coin to its target, and all limits are added up', () => {
  const info = present(execute('0x'));
  expect(info).toMatchObject({ gas: '16', execute_call_data: '0x', decoded_execute_call_data: null });
  expect(info.execute_target).toEqual(presentAddress(TARGET, NO_ACCOUNTS));
  expect(writeOperation(info).summary_template).toBe('{account} failed to call {target}');
});

test('a function of the account itself has no target', () => {
  const data = encodeFunctionData({
    abi: parseAbi(['function enableModule(address module)']),
    args: [bufferToHex(TARGET)],
  });
  const info = present(data);
  expect(info).toMatchObject({ execute_target: null, execute_call_data: null });
  expect(writeOperation(info)).toMatchObject({
    summary_template: '{account} failed to call {method}',
    summary_template_variables: { method: { value: 'enableModule' } },
  });
});

test('the reason is what the event says, if it is one', () => {
  const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [0n, '0xdead']);
  expect(present(undefined, { reason: hexToBuffer(data) }).revert_reason).toBe('0xdead');
  expect(present(undefined, { reason: Buffer.alloc(31) }).revert_reason).toBeNull();
});
