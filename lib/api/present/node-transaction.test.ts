import { expect, test } from 'vitest';
import type { Mined } from '@/lib/rpc/mined-transaction';
import { presentUnindexedTransaction, toRow } from './node-transaction';

const transaction = {
  hash: Buffer.alloc(32, 1),
  type: 2,
  from: Buffer.alloc(20, 2),
  to: null,
  nonce: 0n,
  value: 0n,
  input: Buffer.alloc(1),
  gasLimit: 60_000n,
  gasPrice: 10n,
  maxFeePerGas: 20n,
  maxPriorityFeePerGas: 1n,
  maxFeePerBlobGas: null,
  blobVersionedHashes: null,
  authorizations: [],
};
const receipt: Mined['receipt'] = {
  transactionHash: transaction.hash,
  transactionIndex: 0,
  blockHash: Buffer.alloc(32, 3),
  contractAddress: null,
  status: 1,
  gasUsed: 50_000n,
  effectiveGasPrice: 10n,
  blobGasUsed: null,
  blobGasPrice: null,
  l1Fee: null,
  operatorFeeScalar: null,
  operatorFeeConstant: null,
  logs: [],
};
const context = { tip: 1, averageBlockTimeMs: 0, addresses: new Map(), tokens: new Map(), signatures: [] };
const minedWith = (extra: Partial<Mined['receipt']>) => {
  const block = { blockNumber: 2, blockHash: Buffer.alloc(32, 3), timestamp: 1, baseFeePerGas: 9n };
  return { transaction, mined: { ...block, receipt: { ...receipt, ...extra } } };
};
const present = (extra: Partial<Mined['receipt']>) =>
  presentUnindexedTransaction(toRow(minedWith(extra)), context);

test('the fees of an OP chain are those that the index would have', () => {
  const fees = { l1Fee: 7n, operatorFeeScalar: 2_000_000n, operatorFeeConstant: 5n };
  expect(present(fees)).toMatchObject({
    l1_fee: '7',
    operator_fee: '100005',
    fee: { type: 'actual', value: String(500_000 + 7 + 100_005) },
    is_pending_update: true,
  });
  expect(present({})).toMatchObject({ operator_fee: null, fee: { value: '500000' } });
});

test('only a contract that exists is one that was created', () => {
  const created = Buffer.alloc(20, 4);
  expect(present({ contractAddress: created }).created_contract).toMatchObject({
    hash: `0x${'04'.repeat(20)}`,
  });
  expect(present({ contractAddress: Buffer.alloc(20) }).created_contract).toBeNull();
  expect(present({ contractAddress: created, status: 0 }).created_contract).toBeNull();
});
