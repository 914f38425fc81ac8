import { expect, test } from 'vitest';
import { bufferToAddress } from '@/lib/evm/hex';
import { findExecutor } from './executors';

test.each([
  [1, '0xD82385dADa1ae3E969447f20A3164F6213100e75'],
  [31337, '0xe3a9105a3a932253A70F126eb1E3b589C643dD24'],
  [11155111, '0x92C920834Ec8941d2C77D188936E1f7A6f49c127'],
])('chain %d has the executor %s', (chainId, address) => {
  const executor = findExecutor(chainId);
  expect(executor && bufferToAddress(executor)).toBe(address);
});

test('most chains have none', () => {
  expect(findExecutor(10)).toBeUndefined();
});
