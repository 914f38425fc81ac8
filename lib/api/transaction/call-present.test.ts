import { parseAbi } from 'viem/utils';
import { expect, test } from 'vitest';
import { BUILT_IN, indexSignatures } from '@/lib/evm/signatures';
import { accountRow, address, byAddress, hex, NO_ACCOUNTS } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { presentCall, presentTransferMethod } from './call-present';

const NOTHING = { decoded_input: null, decoded_input_source: null, method: null };
const contract = accountRow({ is_contract: true });
const context = { addresses: byAddress(contract), signatures: [BUILT_IN, ...SHIPPED] };
const word = (end: string) => end.padStart(64, '0');
const TRANSFER = Buffer.from(`a9059cbb${word(address(0x12).toString('hex'))}${word('0')}`, 'hex');
const callOf = (input: Buffer | string, to: Buffer | null = contract.address) => ({
  input: typeof input === 'string' ? Buffer.from(input, 'hex') : input,
  to_address: to,
});
const DECODED = {
  method_call: 'transfer(address to, uint256 value)',
  method_id: 'a9059cbb',
  parameters: [
    { name: 'to', type: 'address', value: hex(address(0x12)) },
    { name: 'value', type: 'uint256', value: '0' },
  ],
};

test('a creation, an account, no input and too little of it call nothing', () => {
  for (const call of [callOf(TRANSFER, null), callOf(TRANSFER, address(0x99)), callOf(''), callOf('a9059c')])
    expect(presentCall(call, context)).toEqual(NOTHING);
});

test('a function that is known without the contract', () => {
  expect(presentCall(callOf(TRANSFER), context)).toEqual({
    decoded_input: DECODED,
    decoded_input_source: 'known',
    method: 'transfer',
  });
});

test("the contract's own interface comes first", () => {
  const own = indexSignatures(parseAbi(['function transfer(address receiver, uint256 amount)']));
  const addresses = byAddress({ ...contract, interfaces: [own] });
  const { decoded_input, decoded_input_source } = presentCall(callOf(TRANSFER), { ...context, addresses });
  expect([decoded_input?.method_call, decoded_input_source]).toEqual([
    'transfer(address receiver, uint256 amount)',
    'contract',
  ]);
});

test('an unknown function is named by its selector', () => {
  expect(presentCall(callOf('ffffffff01'), context)).toEqual({ ...NOTHING, method: '0xffffffff' });
});

test('the method of a transfer is named though nothing is known of the receiver', () => {
  const unknown = { ...context, addresses: NO_ACCOUNTS };
  expect(presentTransferMethod(callOf(TRANSFER), unknown)).toBe('transfer');
  expect(presentTransferMethod(callOf(TRANSFER, null), unknown)).toBeNull();
  expect(presentTransferMethod(callOf(''), unknown)).toBeNull();
});
