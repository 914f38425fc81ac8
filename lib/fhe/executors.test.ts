import { expect, test } from 'vitest';
import { bufferToAddress } from '@/lib/evm/hex';
import { findExecutor, isHostContract } from './executors';

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

test("what is logged by a contract of the chain's own is told from what is not", () => {
  expect(isHostContract(31337, 'acl', '0x50157cffd6bbfa2dece204a89ec419c23ef5755d')).toBe(true);
  expect(isHostContract(31337, 'executor', '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D')).toBe(false);
  expect(isHostContract(10, 'acl', '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D')).toBeUndefined();
});
