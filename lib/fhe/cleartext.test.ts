import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { isVerifiedValue } from './cleartext';

const ABI = parseAbi([
  'function verifyDecryptionEIP712KMSSignatures(bytes32[] handles, bytes values, bytes proof)',
]);
const word = (value: number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
const [FIRST, SECOND] = [Buffer.alloc(32, 0xaa), Buffer.alloc(32, 0xbb)];
const input = hexToBuffer(
  encodeFunctionData({
    abi: ABI,
    args: [[FIRST, SECOND].map(bufferToHex), bufferToHex(Buffer.concat([word(5), word(1_000)])), '0x01'],
  }),
);

test('a value is verified for its own handle, not for another one of the call', () => {
  expect(isVerifiedValue(input, FIRST, word(5))).toBe(true);
  expect(isVerifiedValue(input, SECOND, word(1_000))).toBe(true);
  expect(isVerifiedValue(input, FIRST, word(1_000))).toBe(false);
});

test('neither offsets nor lengths are values, and what is cut is not verified', () => {
  for (const other of [2, 64, 96, 192]) expect(isVerifiedValue(input, FIRST, word(other))).toBe(false);
  expect(isVerifiedValue(input.subarray(0, 200), FIRST, word(5))).toBe(false);
  expect(isVerifiedValue(input.subarray(0, 3), FIRST, word(5))).toBe(false);
});
