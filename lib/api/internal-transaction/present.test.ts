import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { BUILT_IN } from '@/lib/evm/signatures';
import {
  accountRow,
  address,
  byAddress,
  callRow,
  hash,
  hex,
  INVALID_UTF8,
  MAX_UINT256,
  NO_ACCOUNTS,
} from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { presentInternalTransaction } from './present';

const context = { addresses: NO_ACCOUNTS, signatures: [BUILT_IN, ...SHIPPED] };
const CALL = {
  block_number: 5,
  transaction_hash: hex(hash(0x30)),
  transaction_index: 0,
  index: 0,
  timestamp: '2023-11-14T22:13:20.000000Z',
  type: 'call',
  from: presentAddress(address(0x10), NO_ACCOUNTS),
  to: presentAddress(address(0x11), NO_ACCOUNTS),
  created_contract: null,
  value: '0',
  gas_limit: '100',
  success: true,
  error: null,
  gas_used: '60',
  depth: 1,
  is_undone: false,
  decoded_input: null,
  decoded_input_source: null,
  method: null,
  revert_reason: null,
};

test('a call without input', () => {
  expect(presentInternalTransaction(callRow(), context)).toEqual(CALL);
});

test('a creation that failed has nobody it went to, and a trace may leave its gas out', () => {
  const row = callRow({
    type: 'create2',
    to_address: null,
    value: MAX_UINT256,
    gas_limit: null,
    gas_used: null,
    error: INVALID_UTF8,
    is_undone: true,
  });
  expect(presentInternalTransaction(row, context)).toEqual({
    ...CALL,
    type: 'create2',
    to: null,
    value: MAX_UINT256,
    gas_limit: null,
    gas_used: null,
    success: false,
    error: 'A\ufffdB',
    is_undone: true,
  });
});

test('a creation names its contract', () => {
  const row = callRow({ type: 'create', to_address: null, created_contract: address(0x12) });
  expect(presentInternalTransaction(row, context)).toEqual({
    ...CALL,
    type: 'create',
    to: null,
    created_contract: presentAddress(address(0x12), NO_ACCOUNTS),
  });
});

test('a call of a contract is decoded, and why it reverted', () => {
  const contract = accountRow({ is_contract: true });
  const addresses = byAddress(contract);
  const reason = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${'6e6f'.padEnd(64, '0')}`;
  const row = callRow({
    input: Buffer.from('18160ddd', 'hex'),
    output: Buffer.from(reason, 'hex'),
    error: Buffer.from('execution reverted'),
  });
  expect(presentInternalTransaction(row, { ...context, addresses })).toEqual({
    ...CALL,
    from: presentAddress(address(0x10), addresses),
    to: presentAddress(address(0x11), addresses),
    success: false,
    error: 'execution reverted',
    decoded_input: { method_call: 'totalSupply()', method_id: '18160ddd', parameters: [] },
    decoded_input_source: 'known',
    method: 'totalSupply',
    revert_reason: 'no',
  });
});

test('an empty output is no reason', () => {
  expect(presentInternalTransaction(callRow({ output: Buffer.alloc(0) }), context)).toEqual(CALL);
});
