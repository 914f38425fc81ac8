import type { BlockProof, TransactionProof } from '@/lib/endpoints/proof';
import { BLOCK_CHECKS } from '@/lib/evm/block-checks';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { asReason, message } from '@/lib/messages/message';
import { checkTransactionProof } from '@/lib/proof/check-transaction-proof';
import type { EncodedBlock } from '@/lib/proof/encode-block';
import type { FailedCheck } from '@/lib/proof/prove-block';
import { deriveBranch } from '@/lib/proof/trie';

const MAX_LIST_BYTES = 1024 * 1024;

type Status = BlockProof['status'];
type Outcome = BlockProof['checks'][number];

const toHex = (bytes: Buffer | null) => bytes && bufferToHex(bytes);

/**
 * Presents the proof of a block; `parent` is the stored hash one below and `accessList` the stored list as RLP, null where
 * there is none.
 */
export function presentBlockProof(
  proof: EncodedBlock,
  parent: Buffer | null,
  accessList: Buffer | null = null,
): BlockProof {
  const { block, failures } = proof;
  const listHash = block.blockAccessListHash;
  const checks = [
    ...BLOCK_CHECKS.map((name) => presentCheck(name, failures)),
    presentParent(block.parentHash, { number: block.number, parent }),
    ...(listHash ? [presentAccessList(listHash, accessList)] : []),
  ];
  return {
    block_hash: bufferToHex(block.hash),
    block_number: block.number,
    parent_hash: bufferToHex(block.parentHash),
    status: statusOf([...failures, ...checks.flatMap(toFinding)]),
    header: toHex(proof.header),
    state_root: toHex(block.stateRoot),
    transactions_root: toHex(block.transactionsRoot),
    receipts_root: toHex(block.receiptsRoot),
    withdrawals_root: toHex(block.withdrawalsRoot),
    block_access_list_hash: toHex(listHash),
    access_list: proof.header && checkList(listHash, accessList) ? toHex(accessList) : null,
    checks,
  };
}

/** Without parent or access list in the index, it is not the block that is unproven. */
const toFinding = ({ name, status }: Outcome) =>
  (name === 'parent_hash' || name === 'access_list') && status === 'refuted' ? [{ kind: status }] : [];

function presentCheck(name: FailedCheck['check'], failures: readonly FailedCheck[]): Outcome {
  const finding = failures.find(({ check }) => check === name);
  const status = finding?.kind === 'refuted' ? 'refuted' : finding ? 'unknown' : 'holds';
  return { name, status, ...asReason(finding?.what) };
}

function presentAccessList(hash: Buffer, rlp: Buffer | null): Outcome {
  const name = 'access_list';
  if (rlp === null) return { name, status: 'unknown', ...asReason(message('access_list_missing')) };
  return keccak256(rlp).equals(hash)
    ? { name, status: 'holds', ...asReason(undefined) }
    : { name, status: 'refuted', ...asReason(message('access_list_differs')) };
}

/** Whether a list is short enough to be sent, and that of the header. */
function checkList(hash: Buffer | null, rlp: Buffer | null): boolean {
  return rlp !== null && rlp.length <= MAX_LIST_BYTES && hash !== null && keccak256(rlp).equals(hash);
}

function presentParent(
  parentHash: Buffer,
  { number, parent }: Readonly<{ number: number; parent: Buffer | null }>,
): Outcome {
  const name = 'parent_hash';
  if (number === 0) return { name, status: 'holds', ...asReason(undefined) };
  if (parent === null) return { name, status: 'unknown', ...asReason(message('parent_unknown')) };
  return parentHash.equals(parent)
    ? { name, status: 'holds', ...asReason(undefined) }
    : { name, status: 'refuted', ...asReason(message('parent_differs')) };
}

function statusOf(failures: readonly Readonly<{ kind: FailedCheck['kind'] }>[]): Status {
  if (failures.some(({ kind }) => kind === 'refuted')) return 'refuted';
  return failures.length > 0 ? 'unprovable' : 'proven';
}

/** Presents the proof of a transaction at `index` of the block; without header and branches where it does not hold. */
export function presentTransactionProof(
  proof: EncodedBlock,
  { hash, index }: Readonly<{ hash: Buffer; index: number }>,
): TransactionProof {
  const where = {
    transaction_hash: bufferToHex(hash),
    block_hash: bufferToHex(proof.block.hash),
    block_number: proof.block.number,
    index,
  };
  const unproven = (status: Status, reason: string): TransactionProof => ({
    ...where,
    ...{ status, reason, header: null, transaction: null, receipt: null },
  });
  const fault = findFault(proof.failures);
  if (fault) return unproven(statusOf([fault]), `${fault.check}: ${fault.what.message}`);
  const { header, transactions, receipts } = proof;
  const transaction = transactions && presentLeaf(transactions, index);
  const receipt = receipts && presentLeaf(receipts, index);
  if (!header || !transaction || !receipt)
    return unproven('refuted', 'the block has no transaction at this index');
  const answer = { ...where, header: bufferToHex(header), transaction, receipt };
  // Never return a proof that its recipient would reject.
  const result = checkTransactionProof(answer);
  if (result.holds) return { ...answer, status: 'proven', reason: null };
  const cause = proof.failures.find(({ check }) => check === 'transaction_hashes' || check === 'senders');
  if (!cause) return unproven('refuted', result.fault);
  return unproven(statusOf([cause]), `${result.fault} (${cause.check}: ${cause.what.message})`);
}

/** Checks that the branches depend on: failures elsewhere in the block do not affect them. */
function findFault(failures: readonly FailedCheck[]): FailedCheck | undefined {
  return failures.find(({ check }) => ['header_hash', 'transactions_root', 'receipts_root'].includes(check));
}

function presentLeaf(values: readonly Buffer[], index: number): TransactionProof['transaction'] {
  const encoded = values[index];
  if (!encoded) return null;
  return { encoded: bufferToHex(encoded), branch: deriveBranch(values, index).map(bufferToHex) };
}
