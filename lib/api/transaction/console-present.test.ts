import { expect, test } from 'vitest';
import { bufferToAddress } from '@/lib/evm/hex';
import { address } from '@/test/support/rows';
import { presentConsoleLine } from './console-present';

test('a call of the console is what its contract said', () => {
  const input = Buffer.from(`f82c50f1${'7'.padStart(64, '0')}`, 'hex');
  const row = { index: 3, from_address: address(0x11), input, input_size: input.length };
  expect(presentConsoleLine(row)).toEqual({ call: 3, contract: bufferToAddress(address(0x11)), text: '7' });
});
