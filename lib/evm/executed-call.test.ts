import { concat, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem';
import { expect, test } from 'vitest';
import { SHIPPED } from '@/test/support/shipped-names';
import { findExecutedCall } from './executed-call';
import { hexToBuffer } from './hex';

const TARGET: Hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DATA: Hex = '0xa9059cbb1234';
const abi = parseAbi([
  'function execute(address dest, uint256 value, bytes func)',
  'function execute(bytes32 mode, bytes executionCalldata)',
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeBatch(address[] dest, bytes[] func)',
  'function transfer(address to, uint256 amount)',
]);
const plain = encodeFunctionData({ abi, functionName: 'execute', args: [TARGET, 1n, DATA] });
const moded = (mode: Hex, execution: Hex) =>
  encodeFunctionData({
    abi,
    functionName: 'execute',
    args: [mode, execution],
  });
const single = concat([TARGET, toHex(5n, { size: 32 }), DATA]);
const word = (first: string): Hex => `0x${first.padEnd(64, '0')}`;
const safe = encodeFunctionData({ abi, functionName: 'executeUserOp', args: [TARGET, 0n, DATA, 0] });

test.each([
  ['execute of a target, a value and data', plain],
  ['the same behind the selector of executeUserOp', concat(['0x8dd7712f', plain])],
  ['a single call of ERC-7579', moded(word('00'), single)],
  ['a single call of ERC-7579 that may fail', moded(word('0001'), single)],
  ['executeUserOp of a Safe', safe],
])('%s is one call', (_, callData) => {
  const found = findExecutedCall(hexToBuffer(callData), SHIPPED);
  expect([found?.target.toLowerCase(), found?.data]).toEqual([TARGET.toLowerCase(), DATA]);
});

test.each([
  ['a batch', encodeFunctionData({ abi, functionName: 'executeBatch', args: [[TARGET], [DATA]] })],
  ['a batch of ERC-7579', moded(word('01'), single)],
  ['a single call that is cut short', moded(word('00'), TARGET)],
  ['another function', encodeFunctionData({ abi, functionName: 'transfer', args: [TARGET, 1n] })],
  ['no call', '0x'],
] as const)('%s is none', (_, callData) => {
  expect(findExecutedCall(hexToBuffer(callData), SHIPPED)).toBeUndefined();
});
