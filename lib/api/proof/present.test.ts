import { describe, expect, test } from 'vitest';
import { keccak256 } from '@/lib/evm/keccak';
import { encodeBlock } from '@/lib/proof/encode-block';
import type { FailedCheck } from '@/lib/proof/prove-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { makeProvableBlock } from '@/test/support/provable-block';
import { hash } from '@/test/support/rows';
import { presentBlockProof, presentTransactionProof } from './present';

const answers = await makeProvableBlock(5);
const block = parseBlock(answers.block);
const proof = await encodeBlock({ block, receipts: answers.receipts.map(parseReceipt) }, recoverSenders);
const place = { hash: block.transactions[1]?.hash ?? hash(0), index: 1 };
const found = (...failures: FailedCheck[]) => ({ ...proof, failures });
const finding = (check: FailedCheck['check'], kind: FailedCheck['kind']): FailedCheck => ({
  check,
  kind,
  what: { message: 'a reason' },
});

describe('of a block', () => {
  test('every check holds above the parent of its header', () => {
    const shown = presentBlockProof(proof, block.parentHash);
    expect(shown.status).toBe('proven');
    expect(shown.checks.filter(({ status, reason }) => status !== 'holds' || reason !== null)).toEqual([]);
    expect(shown.checks.at(-1)?.name).toBe('parent_hash');
  });

  test('a parent that is not indexed is not known, and the block proven', () => {
    const shown = presentBlockProof(proof, null);
    expect([shown.status, shown.checks.at(-1)?.status]).toEqual(['proven', 'unknown']);
  });

  test('another parent refutes it', () => {
    const shown = presentBlockProof(proof, hash(9));
    expect([shown.status, shown.checks.at(-1)?.status]).toEqual(['refuted', 'refuted']);
  });

  test.each([
    ['refuted', 'refuted', 'refuted'],
    ['unknown', 'unknown', 'unprovable'],
    ['unsigned', 'unknown', 'unprovable'],
  ] as const)('a finding that is %s', (kind, status, whole) => {
    const shown = presentBlockProof(found(finding('senders', kind)), block.parentHash);
    expect(shown.status).toBe(whole);
    expect(shown.checks.find(({ name }) => name === 'senders')).toEqual({
      ...{ name: 'senders', status, reason: 'a reason' },
    });
  });

  test('the indexed access list, where the header commits to one', () => {
    const rlp = Buffer.from('c0', 'hex');
    const listed = { ...proof, block: { ...proof.block, blockAccessListHash: keccak256(rlp) } };
    const present = (list: Buffer | null, of: typeof proof = listed) => {
      const { status, checks, access_list } = presentBlockProof(of, block.parentHash, list);
      return [status, checks.find(({ name }) => name === 'access_list')?.status, access_list];
    };
    expect(present(rlp)).toEqual(['proven', 'holds', '0xc0']);
    expect(present(null)).toEqual(['proven', 'unknown', null]);
    expect(present(Buffer.from('80', 'hex'))).toEqual(['refuted', 'refuted', null]);
    expect(present(rlp, { ...listed, header: null })).toEqual(['proven', 'holds', null]);
    expect(present(null, proof)).toEqual(['proven', undefined, null]);
    const long = Buffer.alloc(1024 * 1024 + 1);
    const ofLong = { ...proof, block: { ...proof.block, blockAccessListHash: keccak256(long) } };
    expect(present(long, ofLong)).toEqual(['proven', 'holds', null]);
  });

  test('one refuted check outweighs what is not known', () => {
    const both = found(finding('uncles', 'unknown'), finding('receipts_root', 'refuted'));
    expect(presentBlockProof(both, block.parentHash).status).toBe('refuted');
  });
});

describe('of a transaction', () => {
  test('has header, encodings and branches', () => {
    const shown = presentTransactionProof(proof, place);
    expect(shown).toMatchObject({ status: 'proven', reason: null, index: 1, block_number: block.number });
    expect([shown.header, shown.transaction?.branch.length, shown.receipt?.branch.length]).not.toContain(
      null,
    );
  });

  test('a fault elsewhere in the block does not touch it', () => {
    expect(presentTransactionProof(found(finding('withdrawals_root', 'refuted')), place).status).toBe(
      'proven',
    );
  });

  test.each([
    ['refuted', 'refuted'],
    ['unknown', 'unprovable'],
  ] as const)('without the root nothing is given: %s', (kind, status) => {
    const shown = presentTransactionProof(found(finding('receipts_root', kind)), place);
    expect(shown).toMatchObject({
      ...{ status, reason: 'receipts_root: a reason', header: null, transaction: null, receipt: null },
    });
  });

  test('at no place in the block, or by another hash, nothing is given', () => {
    const beyond = presentTransactionProof(proof, { ...place, index: 1_000 });
    expect(beyond).toMatchObject({ status: 'refuted', header: null, transaction: null });
    const other = presentTransactionProof(proof, { hash: hash(9), index: 1 });
    expect(other).toMatchObject({ status: 'refuted', header: null, transaction: null });
  });
});
