import type { BlockCheck } from '@/lib/evm/block-checks';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { type Message, message } from '@/lib/messages/message';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { DEPOSIT_TYPE } from '@/lib/rpc/transaction';
import { bloomOf, emptyBloom, mergeBloom } from './bloom';
import { encodeHeader, findNewerHeader, listMissingFields, type NewerHeader } from './header';
import { encodeReceipt, isReceiptEncodable } from './receipt';
import { findReceiptFault } from './receipt-fields';
import { findForeignSender, isUnsigned, type SenderRecovery } from './senders';
import { type EncodedTransaction, encodeForms, isEncodable } from './transaction';
import { deriveRoot } from './trie';
import { encodeWithdrawal } from './withdrawals';

/**
 * A check that failed. `refuted`: the responses contradict the block's hash or each other. `unknown`: undecidable
 * because the chain has a field or transaction type with unknown rules, or the node omits a field. `unsigned`: a
 * transaction has no signature, to which the transactions root commits, as of accounts impersonated on a development
 * node. `newer` is set where the header has fields of unknown meaning.
 */
export type FailedCheck = Readonly<{
  check: BlockCheck;
  kind: 'refuted' | 'unknown' | 'unsigned';
  what: Message;
  newer?: NewerHeader | undefined;
}>;

/** Proven without failures. `transactions` and `receipts` are the encodings, valid or not; null where there is none. */
export type BlockProof = Readonly<{
  failures: readonly FailedCheck[];
  transactions: readonly Buffer[] | null;
  receipts: readonly Buffer[] | null;
}>;

type BlockParts = Readonly<{ block: RpcBlock; receipts: readonly RpcReceipt[] }>;
/** Transactions whose encoding is known, the bloom filter of each receipt's logs, and the receipts if all are complete. */
type EncodedParts = BlockParts &
  Readonly<{
    encoded: readonly EncodedTransaction<RpcTransaction>[];
    blooms: readonly Buffer[];
    encodedReceipts: readonly Buffer[] | null;
  }>;

/** keccak256(rlp([])), the hash of no uncles. */
const NO_UNCLES = Buffer.from('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347', 'hex');
/** keccak256 of no bytes, in place of the root of an empty trie: of block 0 on Hardhat's node. No trie has it. */
const NO_BYTES = keccak256(Buffer.alloc(0));

/**
 * Proves a block against its own hash: header, transactions and their senders, receipts with all logs, and withdrawals.
 * `receipts` are in the transactions' order. Without failures, trusting the hash is enough.
 */
export async function proveBlock(parts: BlockParts, recover: SenderRecovery): Promise<BlockProof> {
  const encoded = parts.block.transactions.filter(isEncodable).map(encodeForms);
  // Other threads recover senders while this one checks the rest.
  const sendersChecked = checkSenders({ block: parts.block, encoded }, recover);
  const blooms = parts.receipts.map(({ logs }) => bloomOf(logs));
  const all: EncodedParts = { ...parts, encoded, blooms, encodedReceipts: encodeReceipts(parts, blooms) };
  const header = checkHeader(parts);
  const failures = [
    header,
    checkUncles(parts),
    ...checkTransactions(all),
    checkReceipts(all),
    checkBloom(all),
    checkReceiptFields(parts, header?.newer),
    checkWithdrawals(parts),
    await sendersChecked,
  ];
  const isWhole = encoded.length === parts.block.transactions.length;
  return {
    failures: failures.filter((finding) => finding !== undefined),
    transactions: isWhole ? encoded.map((one) => one.encoded) : null,
    receipts: all.encodedReceipts,
  };
}

function encodeReceipts(
  { block, receipts }: BlockParts,
  blooms: readonly Buffer[],
): readonly Buffer[] | null {
  if (!receipts.every(isReceiptEncodable)) return null;
  return receipts.map((receipt, at) =>
    encodeReceipt(receipt, { type: block.transactions[at]?.type ?? 0, bloom: blooms[at] ?? emptyBloom() }),
  );
}

const refuted = (check: BlockCheck, what: Message): FailedCheck => ({ check, kind: 'refuted', what });
const unknown = (check: BlockCheck, what: Message): FailedCheck => ({ check, kind: 'unknown', what });
const unsigned = (check: BlockCheck, { index }: RpcTransaction): FailedCheck => ({
  check,
  kind: 'unsigned',
  what: message('signature_missing', { index }),
});

function checkHeader({ block }: BlockParts): FailedCheck | undefined {
  const missing = listMissingFields(block);
  if (missing.length > 0)
    return unknown('header_hash', message('fields_omitted', { fields: missing.join(', ') }));
  const hash = keccak256(encodeHeader(block));
  if (hash.equals(block.hash)) return undefined;
  const newer = findNewerHeader(block);
  if (newer) {
    const what = message('header_field_unknown', { field: newer.fields.join(', ') });
    return { ...unknown('header_hash', what), newer };
  }
  const compared = { found: excerpt(hash), expected: excerpt(block.hash) };
  return refuted('header_hash', message('header_hash_differs', compared));
}

/** Headers of uncles are not fetched, so only their absence can be checked. */
function checkUncles({ block: { sha3Uncles, uncles } }: BlockParts): FailedCheck | undefined {
  if (sha3Uncles === null || sha3Uncles.equals(NO_UNCLES) === (uncles.length === 0)) return undefined;
  return refuted('uncles', message('uncles_differ', { count: uncles.length }));
}

function checkTransactions({ block, encoded }: EncodedParts): (FailedCheck | undefined)[] {
  const foreign = block.transactions.find((transaction) => !isEncodable(transaction));
  if (foreign) {
    const what = message('encoding_unknown', { type: foreign.type });
    return [unknown('transaction_hashes', what), unknown('transactions_root', what)];
  }
  const other = encoded.find((one) => !keccak256(one.encoded).equals(one.transaction.hash))?.transaction;
  const values = encoded.map((one) => one.encoded);
  return [
    other && isUnsigned(other)
      ? unsigned('transaction_hashes', other)
      : other && refuted('transaction_hashes', message('hash_differs', { index: other.index })),
    checkRoot('transactions_root', { root: block.transactionsRoot, values }),
  ];
}

async function checkSenders(
  { block: { transactions }, encoded }: Pick<EncodedParts, 'block' | 'encoded'>,
  recover: SenderRecovery,
): Promise<FailedCheck | undefined> {
  const other = await findForeignSender(encoded, recover);
  if (other) return refuted('senders', message('sender_differs', { index: other.index }));
  const foreign = transactions.find((transaction) => !isEncodable(transaction));
  if (foreign) return unknown('senders', message('signature_unknown', { index: foreign.index }));
  const nobodys = transactions.find(isUnsigned);
  return nobodys && unsigned('senders', nobodys);
}

function checkReceipts({ block, receipts, encodedReceipts }: EncodedParts): FailedCheck | undefined {
  if (encodedReceipts)
    return checkRoot('receipts_root', { root: block.receiptsRoot, values: encodedReceipts });
  const incomplete = receipts.find((receipt) => !isReceiptEncodable(receipt));
  const index = incomplete?.transactionIndex ?? 0;
  return unknown('receipts_root', message('receipt_omitted', { index }));
}

/** Also for chains whose receipts are encoded in another way: no log is left out, and none is added. */
function checkBloom({ block: { logsBloom }, blooms }: EncodedParts): FailedCheck | undefined {
  if (logsBloom === null) return undefined;
  const bloom = emptyBloom();
  for (const other of blooms) mergeBloom(bloom, other);
  return bloom.equals(logsBloom) ? undefined : refuted('logs_bloom', message('bloom_differs'));
}

/** What the gas of a block is, a fork may have changed, as Amsterdam did: the gas of each receipt is checked all the same. */
function checkReceiptFields(
  { block, receipts }: BlockParts,
  newer: NewerHeader | undefined,
): FailedCheck | undefined {
  const fault = findReceiptFault(block, receipts);
  if (fault && newer && fault.what.code === 'gas_used_differs') return unknown('receipt_fields', fault.what);
  return fault && { check: 'receipt_fields', ...fault };
}

function checkWithdrawals({ block }: BlockParts): FailedCheck | undefined {
  const { withdrawals, withdrawalsRoot } = block;
  if (withdrawalsRoot === null && !withdrawals?.length) return undefined;
  if (withdrawals === null)
    return unknown('withdrawals_root', message('fields_omitted', { fields: 'withdrawals' }));
  if (withdrawals.length === 0 && hasForeignWithdrawalsRoot(block)) return undefined;
  const values = withdrawals.map(encodeWithdrawal);
  return checkRoot('withdrawals_root', { root: withdrawalsRoot, values });
}

/**
 * From Isthmus on, which brought `requestsHash`, the field of a block of the OP Stack is the storage root of its
 * L2ToL1MessagePasser: such a block begins with a deposit, and has no withdrawals. A genesis block has none anywhere.
 */
function hasForeignWithdrawalsRoot({ number, requestsHash, transactions }: RpcBlock): boolean {
  return requestsHash !== null && (number === 0 || transactions[0]?.type === DEPOSIT_TYPE);
}

function checkRoot(
  check: BlockCheck,
  { root, values }: Readonly<{ root: Buffer | null; values: readonly Buffer[] }>,
): FailedCheck | undefined {
  if (root === null) return unknown(check, message('root_missing'));
  const derived = deriveRoot(values);
  if (derived.equals(root) || (values.length === 0 && root.equals(NO_BYTES))) return undefined;
  const compared = { count: values.length, found: excerpt(derived), expected: excerpt(root) };
  return refuted(check, message('root_differs', compared));
}

/** For messages: the beginning of a hash. */
function excerpt(hash: Buffer): string {
  return `${bufferToHex(hash).slice(0, 12)}…`;
}
