import { describe, expect, test } from 'vitest';
import { plainAccount } from '@/lib/api/address/facts-query';
import { presentToken } from '@/lib/api/token/present';
import { BUILT_IN } from '@/lib/evm/signatures';
import { address, callRow, hash, hex, tokenRow } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import {
  presentModuleInternal,
  presentModuleLog,
  presentModuleTransaction,
  presentModuleTransfer,
} from './present';
import type { RangeLogRow } from './range-log-query';
import type { RangeTransactionRow } from './range-transaction-query';
import type { RangeTransferRow } from './range-transfer-query';

const TRANSFER = Buffer.from(`a9059cbb${'0'.repeat(128)}`, 'hex');
const fields = {
  block_number: 5,
  index: 0,
  hash: hash(0x30),
  block_hash: hash(0x31),
  timestamp: 0,
  nonce: '0',
  gas_limit: '21000',
  gas_price: '10',
  gas_used: '21000',
  cumulative_gas_used: '42000',
};
const transaction = (changes: Partial<RangeTransactionRow> = {}): RangeTransactionRow => ({
  ...fields,
  from_address: address(0x10),
  to_address: address(0x11),
  created_contract: null,
  value: '0',
  status: 1,
  has_failed: null,
  input: Buffer.alloc(0),
  ...changes,
});
const transfer = (changes: Partial<RangeTransferRow> = {}): RangeTransferRow => ({
  ...fields,
  log_index: 0,
  token_address: address(0x20),
  token_type: 'ERC-20',
  from_address: address(0x10),
  to_address: address(0x11),
  amount: '5',
  token_id: null,
  ...changes,
});
const CALLED = { ...plainAccount(address(0x11)), is_contract: true, interfaces: [] };
const presentTransaction = (changes: Partial<RangeTransactionRow>) =>
  presentModuleTransaction(transaction(changes), {
    tip: 7,
    signatures: [BUILT_IN, ...SHIPPED],
    addresses: new Map([[CALLED.address.toString('hex'), CALLED]]),
  });
const token = presentToken(tokenRow({ name: null, symbol: Buffer.from('<i>'), decimals: '6' }));
const presentTransfer = (changes: Partial<RangeTransferRow>) =>
  presentModuleTransfer(transfer(changes), { token, tip: 5 });

describe('a transaction', () => {
  test('has text alone, and 0 is a value', () => {
    expect(presentTransaction({})).toEqual({
      blockNumber: '5',
      blockHash: hex(hash(0x31)),
      timeStamp: '0',
      hash: hex(hash(0x30)),
      nonce: '0',
      transactionIndex: '0',
      gas: '21000',
      gasPrice: '10',
      gasUsed: '21000',
      cumulativeGasUsed: '42000',
      confirmations: '3',
      from: hex(address(0x10)),
      to: hex(address(0x11)),
      contractAddress: '',
      value: '0',
      input: '0x',
      methodId: '0x',
      functionName: '',
      isError: '0',
      txreceipt_status: '1',
    });
  });

  test('of a known method has its name; a creation, and what is sent to an account, has none', () => {
    const input = TRANSFER;
    expect(presentTransaction({ input })).toMatchObject({
      methodId: '0xa9059cbb',
      functionName: expect.stringMatching(/^transfer\(address /),
    });
    expect(presentTransaction({ input, to_address: address(0x12) })).toMatchObject({
      ...{ methodId: '0xa9059cbb', functionName: '' },
    });
    expect(presentTransaction({ input, to_address: null, created_contract: address(0x12) })).toMatchObject({
      ...{ methodId: '0x', functionName: '', to: '', contractAddress: hex(address(0x12)) },
    });
  });

  test.each([
    [0, null, '1', '0'],
    [1, true, '0', '1'],
    [null, true, '1', ''],
    [null, false, '0', ''],
    [null, null, '', ''],
  ] as const)('status %s, failure in traces %s', (status, has_failed, ...[isError, txreceipt_status]) => {
    expect(presentTransaction({ status, has_failed })).toMatchObject({ isError, txreceipt_status });
  });

  test('what is not known is empty', () => {
    const shown = presentTransaction({ gas_price: null, gas_used: null, input: null });
    expect([shown.gasPrice, shown.gasUsed, shown.input]).toEqual(['', '', '0x']);
  });
});

describe('a transfer', () => {
  const standards: [Partial<RangeTransferRow>, object, string[]][] = [
    [{}, { value: '5', tokenDecimal: '6' }, ['tokenID', 'tokenValue']],
    [
      { token_type: 'ERC-721', token_id: '7', amount: null },
      { tokenID: '7', tokenDecimal: '6' },
      ['value', 'tokenValue'],
    ],
    [{ token_type: 'ERC-1155', token_id: '7' }, { tokenID: '7', tokenValue: '5' }, ['value', 'tokenDecimal']],
  ];
  test.each(standards)('%j', (changes, ...[has, lacks]) => {
    const shown = presentTransfer(changes);
    expect(shown).toMatchObject({ ...has, tokenName: '', tokenSymbol: '<i>' });
    expect(Object.keys(shown).filter((key) => lacks.includes(key))).toEqual([]);
  });
});

test('a call has its error as text, and whether it is undone', () => {
  const shown = presentModuleInternal(
    callRow({ error: Buffer.from('out of gas'), is_undone: true, gas_used: null }),
  );
  expect(shown).toMatchObject({
    isError: '1',
    errCode: 'out of gas',
    gasUsed: '',
    contractAddress: '',
    index: '0',
  });
  expect(presentModuleInternal(callRow())).toMatchObject({ isError: '0', errCode: '' });
});

test('numbers of a log are hex quantities; missing topics and data are left out', () => {
  const row: RangeLogRow = {
    block_number: 16,
    log_index: 0,
    address: address(0x20),
    topic0: hash(1),
    topic1: null,
    topic2: null,
    topic3: null,
    data: null,
    transaction_hash: hash(0x30),
    transaction_index: 255,
    block_hash: hash(0x31),
    timestamp: 0,
    gas_price: null,
    gas_used: '21000',
  };
  expect(presentModuleLog(row)).toMatchObject({
    topics: [hex(hash(1))],
    data: '',
    blockNumber: '0x10',
    timeStamp: '0x0',
    logIndex: '0x0',
    transactionIndex: '0xff',
    gasPrice: '',
    gasUsed: '0x5208',
  });
});
