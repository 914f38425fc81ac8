import { expect, test } from 'vitest';
import { parseReceipt } from './receipt';
import { parseSignedTransaction } from './transaction';
import { transactionRecord } from './transaction-record';

const MADE = `0x${'33'.repeat(20)}`;
const HASH = `0x${'22'.repeat(32)}`;
const transaction = parseSignedTransaction({
  hash: HASH,
  from: `0x${'11'.repeat(20)}`,
  to: null,
  nonce: '0x0',
  value: '0x0',
  input: '0x00',
  gas: '0x100',
  gasPrice: '0x1',
  type: '0x0',
});
const FAILED = { error: 'out of gas', revertOutput: null, hasInnerError: false, createdContracts: [] };

/** The record of a creation without a status, as before Byzantium. */
function recordOf(gasUsed: string, trace: typeof FAILED | null) {
  const receipt = parseReceipt({
    transactionHash: HASH,
    transactionIndex: '0x0',
    contractAddress: MADE,
    gasUsed,
    logs: [],
  });
  const traced = trace && { ...trace, calls: [], callsCount: 0 };
  const counts = { transfers: 0, fheOperations: 0 };
  return transactionRecord(
    { blockNumber: 1, transaction, receipt, trace: traced, replay: undefined, counts },
    String,
  );
}

test('before Byzantium a trace decides only when all gas was used: with gas left nothing failed', () => {
  expect(recordOf('0xff', FAILED)).toMatchObject({ error: null, created_contract: Buffer.alloc(20, 0x33) });
  expect(recordOf('0x100', FAILED)).toMatchObject({
    error: Buffer.from('out of gas'),
    created_contract: null,
  });
  expect(recordOf('0x100', null)).toMatchObject({ error: null, created_contract: null });
});

test('what a deposit of the OP Stack creates is kept; no other transaction creates coin', () => {
  const receipt = parseReceipt({ transactionHash: HASH, transactionIndex: '0x0', gasUsed: '0x1', logs: [] });
  const fields = { hash: HASH, from: MADE, to: MADE, nonce: '0x0', value: '0x0', input: '0x', gas: '0x100' };
  const deposit = parseSignedTransaction({ ...fields, type: '0x7e', sourceHash: HASH, mint: '0x5' });
  const counts = { transfers: 0, fheOperations: 0 };
  const source = { blockNumber: 1, receipt, trace: null, replay: undefined, counts };
  expect(transactionRecord({ ...source, transaction: deposit }, String).mint).toBe('5');
  expect(transactionRecord({ ...source, transaction }, String).mint).toBeNull();
});
