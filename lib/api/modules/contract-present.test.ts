import { expect, test } from 'vitest';
import { address, hash, hex } from '@/test/support/rows';
import { presentModuleCreation, presentModuleSource, UNVERIFIED } from './contract-present';

test('an address without code has empty texts', () => {
  expect(presentModuleSource(undefined)).toMatchObject({
    ...{ SourceCode: '', ABI: UNVERIFIED, ContractName: '', CompilerVersion: '', OptimizationUsed: '' },
    ...{ Runs: '', EVMVersion: '', Proxy: '0', Implementation: '' },
  });
});

test.each([
  [null, ''],
  [address(0x22), hex(address(0x22))],
])('a creation by the factory %s, in block 0', (factory, contractFactory) => {
  const [contract, sender, transaction_hash] = [address(0x20), address(0x21), hash(1)];
  const row = { address: contract, sender, transaction_hash, block_number: 0, timestamp: 0, factory };
  expect(presentModuleCreation(row)).toEqual({
    ...{ contractAddress: hex(contract), contractCreator: hex(sender), txHash: hex(transaction_hash) },
    ...{ blockNumber: '0', timestamp: '0', contractFactory },
  });
});
