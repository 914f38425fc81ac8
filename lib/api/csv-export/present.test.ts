import { expect, test } from 'vitest';
import {
  address,
  byAddress,
  callRow,
  hash,
  hex,
  logRow,
  MAX_UINT256,
  NO_TOKENS,
  tokenRow,
  transactionRow,
  transferRow,
} from '@/test/support/rows';
import { CALL_CSV, COIN_CSV, LOG_CSV, TRANSACTION_CSV, TRANSFER_CSV } from './present';

const named = (head: readonly string[], record: readonly string[]) => {
  expect(record).toHaveLength(head.length);
  return Object.fromEntries(head.map((name, at) => [name, record[at]]));
};

test('a transaction seen from its sender and from its receiver', () => {
  const sent = named(TRANSACTION_CSV.head, TRANSACTION_CSV.present(transactionRow(), address(0x10)));
  expect(sent).toEqual({
    TxHash: hex(hash(0x30)),
    BlockNumber: '5',
    UnixTimestamp: '1700000000',
    FromAddress: hex(address(0x10)),
    ToAddress: hex(address(0x11)),
    ContractAddress: '',
    Type: 'OUT',
    Value: '0',
    Fee: '210000',
    Status: 'ok',
    ErrCode: '',
  });
  const received = named(TRANSACTION_CSV.head, TRANSACTION_CSV.present(transactionRow(), address(0x11)));
  expect(received).toEqual({ ...sent, Type: 'IN' });
});

test('a creation that failed, and a receipt from before there was a status', () => {
  const failed = transactionRow({ to_address: null, status: 0, error: Buffer.from('out of gas') });
  expect(named(TRANSACTION_CSV.head, TRANSACTION_CSV.present(failed, address(0x10)))).toMatchObject({
    ToAddress: '',
    ContractAddress: '',
    Status: 'error',
    ErrCode: 'out of gas',
  });
  const old = transactionRow({
    to_address: null,
    created_contract: address(0x12),
    status: null,
    has_error_in_internal_transactions: null,
  });
  expect(named(TRANSACTION_CSV.head, TRANSACTION_CSV.present(old, address(0x10)))).toMatchObject({
    ContractAddress: hex(address(0x12)),
    Status: '',
  });
});

test('a transfer of a token, of an encrypted amount, and of an NFT of an unknown token', () => {
  const listed = {
    block_number: 0,
    transaction_hash: hash(0x30),
    signer: address(0x10),
    block_hash: hash(0x31),
    timestamp: 0,
  };
  const of = (changes: Parameters<typeof transferRow>[0]) => ({
    ...transferRow(changes),
    ...listed,
    input: Buffer.alloc(0),
    called: null,
  });
  const moved = named(
    TRANSFER_CSV.head,
    TRANSFER_CSV.present(of({ value: MAX_UINT256 }), byAddress(tokenRow())),
  );
  expect(moved).toEqual({
    TxHash: hex(hash(0x30)),
    BlockNumber: '0',
    UnixTimestamp: '0',
    LogIndex: '0',
    FromAddress: hex(address(0x10)),
    ToAddress: hex(address(0x11)),
    TokenContractAddress: hex(address(0x20)),
    TokenType: 'ERC-20',
    TokenSymbol: 'USD',
    TokenDecimals: '6',
    TokenId: '',
    TokensTransferred: MAX_UINT256,
  });
  const encrypted = of({ token_type: 'ERC-7984', value: null, encrypted_amount: hash(0x50) });
  expect(named(TRANSFER_CSV.head, TRANSFER_CSV.present(encrypted, byAddress(tokenRow())))).toEqual({
    ...moved,
    TokenType: 'ERC-7984',
    TokensTransferred: '',
  });
  const nft = of({ token_type: 'ERC-721', token_id: '0', value: null });
  expect(named(TRANSFER_CSV.head, TRANSFER_CSV.present(nft, NO_TOKENS))).toEqual({
    ...moved,
    TokenType: 'ERC-721',
    TokenSymbol: '',
    TokenDecimals: '',
    TokenId: '0',
    TokensTransferred: '',
  });
});

test('a call that was undone, without the gas that a trace left out', () => {
  const row = callRow({ gas_limit: null, gas_used: null, error: Buffer.from('reverted'), is_undone: true });
  expect(named(CALL_CSV.head, CALL_CSV.present(row))).toEqual({
    TxHash: hex(hash(0x30)),
    Index: '0',
    BlockNumber: '5',
    TxIndex: '0',
    UnixTimestamp: '1700000000',
    FromAddress: hex(address(0x10)),
    ToAddress: hex(address(0x11)),
    ContractAddress: '',
    Type: 'call',
    Gas: '',
    GasUsed: '',
    Value: '0',
    ErrCode: 'reverted',
    Undone: 'yes',
  });
  expect(named(CALL_CSV.head, CALL_CSV.present(callRow()))).toMatchObject({
    Gas: '100',
    GasUsed: '60',
    Undone: 'no',
  });
});

test('a transfer of coin', () => {
  const row = {
    ...{ block_number: 5, transaction_index: 1, log_index: 2, timestamp: 0, is_value: false },
    ...{ from: address(0x10), to: address(0x11), value: BigInt(MAX_UINT256), transaction_hash: hash(0x30) },
  };
  expect(named(COIN_CSV.head, COIN_CSV.present(row))).toEqual({
    TxHash: hex(hash(0x30)),
    BlockNumber: '5',
    UnixTimestamp: '0',
    LogIndex: '2',
    FromAddress: hex(address(0x10)),
    ToAddress: hex(address(0x11)),
    Type: 'call',
    Value: MAX_UINT256,
  });
});

test('a log with one topic, and one whose data was not read', () => {
  const shown = {
    TxHash: hex(hash(0x30)),
    Index: '0',
    BlockNumber: '5',
    BlockHash: hex(hash(0x31)),
    UnixTimestamp: '0',
    ContractAddress: hex(address(0x20)),
    Data: '0x',
    FirstTopic: hex(hash(0x60)),
    SecondTopic: '',
    ThirdTopic: '',
    FourthTopic: '',
  };
  const row = logRow({ topic0: hash(0x60) });
  expect(named(LOG_CSV.head, LOG_CSV.present(row))).toEqual(shown);
  expect(named(LOG_CSV.head, LOG_CSV.present({ ...row, data: null }))).toEqual({ ...shown, Data: '' });
});
