import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { findExecutedCall } from '@/lib/evm/executed-call';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { PackedOperation } from '@/lib/evm/packed-operation';
import { BUILT_IN } from '@/lib/evm/signatures';
import { writeOperation } from '@/lib/sentence/write-operation';
import { address, hash, NO_ACCOUNTS } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { presentOperationInfo } from './info-present';

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
  ...{ bundle_index: 1, operation_index: 2 },
};
const listed = {
  ...{ hash: bufferToHex(hash(2)), transaction_hash: bufferToHex(hash(4)), block_number: '5', timestamp: '' },
  ...{ address: presentAddress(ACCOUNT, NO_ACCOUNTS), bundler: presentAddress(address(0x21), NO_ACCOUNTS) },
  ...{ paymaster: null, entry_point: presentAddress(address(0x20), NO_ACCOUNTS), nonce: '0' },
  ...{ entry_point_version: 'v0.6' as const, status: false, fee: '0', gas: '0' },
};
const around = {
  ...{ block_hash: hash(5), begins_after: 2, reason: null, has_deposit: false },
};

type Changes = Partial<{ reason: Buffer; has_deposit: boolean; paymaster: Buffer }>;

function present(callData: string | undefined, { paymaster, ...changes }: Changes = {}) {
  const given = callData === undefined ? undefined : packed(callData);
  const executed = callData === undefined ? undefined : findExecutedCall(hexToBuffer(callData), SHIPPED);
  const known = {
    ...{ row: { ...row, paymaster: paymaster ?? null }, around: { ...around, ...changes } },
    ...{ packed: given, executed },
  };
  return presentOperationInfo(listed, known, { addresses: NO_ACCOUNTS, signatures: [BUILT_IN, ...SHIPPED] });
}

test('nothing is said of an input that is not known, nor a price of no gas', () => {
  const info = present(undefined);
  expect(info).toMatchObject({ gas: null, gas_used: '0', gas_price: null, call_data: null, raw: null });
  expect(info).toMatchObject({ bundle_index: 1, index: 2, nonce: `0x${'0'.repeat(64)}` });
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

test.each([
  ['wallet_balance', {}],
  ['wallet_deposit', { has_deposit: true }],
  ['paymaster_sponsor', { paymaster: address(9) }],
  ['paymaster_hybrid', { paymaster: address(9), has_deposit: true }],
])('%s is who paid, and whether it deposited in the transaction', (type, changes) => {
  expect(present(undefined, changes).sponsor_type).toBe(type);
});

test('a raw operation has the limits in the form that its bundler sent', () => {
  const whole = {
    ...{ sender: bufferToAddress(ACCOUNT), nonce: '0', init_code: '0x', pre_verification_gas: '3' },
    ...{ paymaster_and_data: '0x', signature: '0x' },
  };
  expect(present('0x12345678').raw).toEqual({
    ...{ ...whole, call_data: '0x12345678', call_gas_limit: '1', verification_gas_limit: '2' },
    ...{ max_fee_per_gas: '4', max_priority_fee_per_gas: '5' },
  });
  const given = { ...packed('0x'), accountGasLimits: '0x02', gasFees: '0x03' };
  const known = { row, around, packed: given, executed: undefined };
  const { raw } = presentOperationInfo(listed, known, { addresses: NO_ACCOUNTS, signatures: [] });
  expect(raw).toEqual({ ...whole, call_data: '0x', account_gas_limits: '0x02', gas_fees: '0x03' });
});

test('an aggregator is an address alone', () => {
  const given = { ...packed('0x'), aggregator: bufferToHex(TARGET), aggregatorSignature: '0x12' };
  const known = { row, around, packed: given, executed: undefined };
  const info = presentOperationInfo(listed, known, { addresses: NO_ACCOUNTS, signatures: [] });
  expect(info).toMatchObject({ aggregator: bufferToAddress(TARGET), aggregator_signature: '0x12' });
});
