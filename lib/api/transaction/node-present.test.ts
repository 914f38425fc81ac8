import { expect, test } from 'vitest';
import { address, hash, pendingRow, TRANSACTION_CONTEXT, transactionRow } from '@/test/support/rows';
import { presentUnindexedTransaction, toRow } from './node-present';
import { presentPendingTransaction } from './pending-present';
import { presentListedTransaction } from './present';

const context = TRANSACTION_CONTEXT;
const SIGNED = {
  hash: hash(0x30),
  type: 2,
  from: address(0x10),
  to: address(0x11),
  nonce: 0n,
  value: 0n,
  input: Buffer.alloc(0),
  gasLimit: 21_000n,
  gasPrice: 10n,
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 3n,
  maxFeePerBlobGas: null,
  blobVersionedHashes: null,
  authorizations: [],
  chainId: null,
  accessList: [],
  signature: null,
  deposit: null,
};
const RECEIPT = {
  transactionHash: hash(0x30),
  transactionIndex: 0,
  blockHash: hash(0x31),
  contractAddress: null,
  status: 1,
  root: null,
  gasUsed: 21_000n,
  cumulativeGasUsed: 21_000n,
  depositNonce: null,
  depositReceiptVersion: null,
  effectiveGasPrice: 10n,
  blobGasUsed: null,
  blobGasPrice: null,
  l1Fee: null,
  operatorFeeScalar: null,
  operatorFeeConstant: null,
  logs: [],
} as const;
const MINED = {
  blockNumber: 5,
  blockHash: hash(0x31),
  timestamp: 1_700_000_000,
  baseFeePerGas: 7n,
  receipt: RECEIPT,
};

test('a transaction of the mempool has the most that it would pay, and was seen by nobody', () => {
  const row = pendingRow();
  const known = toRow({ transaction: SIGNED, mined: null });
  expect(known).toEqual(row);
  expect(presentUnindexedTransaction(known, context)).toEqual(presentPendingTransaction(row, context));
});

test('one without EIP-1559 has its price', () => {
  const legacy = { ...SIGNED, type: 0, gasPrice: 0n, maxFeePerGas: null, maxPriorityFeePerGas: null };
  expect(toRow({ transaction: legacy, mined: null })).toMatchObject({
    gas_price: '0',
    max_fee_per_gas: null,
  });
});

test('a mined one is shown as the index would show it, but for what follows from logs and traces', () => {
  const untraced = { has_error_in_internal_transactions: null, internal_transactions_count: null };
  const row = transactionRow(untraced);
  const known = toRow({ transaction: SIGNED, mined: MINED });
  expect(known).toEqual(row);
  expect(presentUnindexedTransaction(known, context)).toEqual({
    ...presentListedTransaction(row, context),
    token_transfers_count: null,
    is_pending_update: true,
  });
});

test('a creation names its contract, one that failed does not', () => {
  const creation = { ...SIGNED, to: null };
  const receipt = { ...RECEIPT, contractAddress: address(0x12) };
  const rowOf = (status: 0 | 1) =>
    toRow({ transaction: creation, mined: { ...MINED, receipt: { ...receipt, status } } });
  expect(rowOf(1)).toMatchObject({ to_address: null, created_contract: address(0x12), status: 1 });
  expect(rowOf(0)).toMatchObject({ to_address: null, created_contract: null, status: 0 });
});

test('the fees of an OP chain are those that the index would have', () => {
  const fees = { l1Fee: 7n, operatorFeeScalar: 2_000_000n, operatorFeeConstant: 5n };
  const mined = { ...MINED, receipt: { ...RECEIPT, ...fees } };
  expect(presentUnindexedTransaction(toRow({ transaction: SIGNED, mined }), context)).toMatchObject({
    l1_fee: '7',
    operator_fee: '42005',
    fee: { type: 'actual', value: String(210_000 + 7 + 42_005) },
  });
});

test('a receipt with the zero address names no contract', () => {
  const receipt = { ...RECEIPT, contractAddress: Buffer.alloc(20) };
  const row = toRow({ transaction: { ...SIGNED, to: null }, mined: { ...MINED, receipt } });
  expect(presentUnindexedTransaction(row, context)).toMatchObject({ created_contract: null });
});
