import { keccak256 } from '@/lib/evm/keccak';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { bloomOf, emptyBloom, mergeBloom } from './bloom';
import { encodeHeader, listMissingFields } from './header';
import { encodeReceipt, isReceiptEncodable } from './receipt';
import { findReceiptFault } from './receipt-fields';
import { excerpt } from './rlp-fields';
import { findForeignSender, isUnsigned, type SenderRecovery } from './senders';
import { encodeTransaction, isEncodable } from './transaction';
import { deriveRoot } from './trie';
import { encodeWithdrawal } from './withdrawals';

/** What is checked of a block, each on its own. */
export const CHECKS = [
  'header_hash',
  'uncles',
  'transaction_hashes',
  'transactions_root',
  'senders',
  'receipts_root',
  'logs_bloom',
  'receipt_fields',
  'withdrawals_root',
] as const;
/** The name of a check. */
export type Check = (typeof CHECKS)[number];

/**
 * A check that fails. `refuted`: the answers contradict the block's hash or each other. `unknown`: nothing can be said,
 * because the chain has a kind of field or transaction whose rules we do not know, or the node omits one. `unsigned`: a
 * transaction has no signature, to which the transactions root commits, as of accounts impersonated on a development node.
 */
export type Finding = Readonly<{ check: Check; kind: 'refuted' | 'unknown' | 'unsigned'; what: string }>;

type Parts = Readonly<{ block: RpcBlock; receipts: readonly RpcReceipt[] }>;
/** With the bloom filter of each receipt's logs. */
type Bloomed = Parts & Readonly<{ blooms: readonly Buffer[] }>;

/** keccak256(rlp([])), the hash of no uncles. */
const NO_UNCLES = Buffer.from('1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347', 'hex');

/**
 * Proves a block against its own hash: header, transactions and their senders, receipts with all logs, and withdrawals.
 * `receipts` are in the transactions' order. No finding: everything holds, so that whoever trusts the hash need not trust
 * the node.
 */
export async function proveBlock(parts: Parts, recover: SenderRecovery): Promise<Finding[]> {
  const bloomed = { ...parts, blooms: parts.receipts.map(({ logs }) => bloomOf(logs)) };
  const findings = [
    checkHeader(parts),
    checkUncles(parts),
    ...checkTransactions(parts),
    checkReceipts(bloomed),
    checkBloom(bloomed),
    checkReceiptFields(parts),
    checkWithdrawals(parts),
    await checkSenders(parts, recover),
  ];
  return findings.filter((finding) => finding !== undefined);
}

const refuted = (check: Check, what: string): Finding => ({ check, kind: 'refuted', what });
const unknown = (check: Check, what: string): Finding => ({ check, kind: 'unknown', what });
const unsigned = (check: Check, { index }: RpcTransaction): Finding => ({
  check,
  kind: 'unsigned',
  what: `transaction ${index} has no signature`,
});

function checkHeader({ block }: Parts): Finding | undefined {
  const missing = listMissingFields(block);
  if (missing.length > 0) return unknown('header_hash', `the node omits ${missing.join(', ')}`);
  const hash = keccak256(encodeHeader(block));
  if (hash.equals(block.hash)) return undefined;
  const [foreign] = block.foreignFields;
  if (foreign !== undefined)
    return unknown('header_hash', `the header has fields of unknown meaning (${foreign.slice(0, 40)})`);
  return refuted('header_hash', `the header's hash is ${excerpt(hash)}, not ${excerpt(block.hash)}`);
}

/** Headers of uncles are not fetched, so only their absence can be checked. */
function checkUncles({ block: { sha3Uncles, uncles } }: Parts): Finding | undefined {
  if (sha3Uncles === null || sha3Uncles.equals(NO_UNCLES) === (uncles.length === 0)) return undefined;
  return refuted('uncles', `${uncles.length} uncles contradict sha3Uncles`);
}

function checkTransactions({ block: { transactions, transactionsRoot } }: Parts): (Finding | undefined)[] {
  const foreign = transactions.find((transaction) => !isEncodable(transaction));
  if (foreign) {
    const what = `the encoding of transaction type ${foreign.type} is unknown, or the node omits its signature`;
    return [unknown('transaction_hashes', what), unknown('transactions_root', what)];
  }
  const encoded = transactions.map(encodeTransaction);
  const other = transactions.find(({ hash }, at) => !keccak256(encoded[at] ?? Buffer.alloc(0)).equals(hash));
  return [
    other && isUnsigned(other)
      ? unsigned('transaction_hashes', other)
      : other && refuted('transaction_hashes', `transaction ${other.index} has another hash`),
    checkRoot('transactions_root', transactionsRoot, encoded),
  ];
}

async function checkSenders(
  { block: { transactions } }: Parts,
  recover: SenderRecovery,
): Promise<Finding | undefined> {
  const encodable = transactions.filter(isEncodable);
  const other = await findForeignSender(encodable, recover);
  if (other) return refuted('senders', `transaction ${other.index} was signed by another account`);
  const foreign = transactions.find((transaction) => !isEncodable(transaction));
  if (foreign) return unknown('senders', `transaction ${foreign.index} has no known signature`);
  const nobodys = transactions.find(isUnsigned);
  return nobodys && unsigned('senders', nobodys);
}

function checkReceipts({ block, receipts, blooms }: Bloomed): Finding | undefined {
  const incomplete = receipts.find((receipt) => !isReceiptEncodable(receipt));
  if (incomplete) {
    const what = `the node omits status or cumulativeGasUsed of receipt ${incomplete.transactionIndex}`;
    return unknown('receipts_root', what);
  }
  const encoded = receipts.map((receipt, at) =>
    encodeReceipt(receipt, { type: block.transactions[at]?.type ?? 0, bloom: blooms[at] ?? emptyBloom() }),
  );
  return checkRoot('receipts_root', block.receiptsRoot, encoded);
}

/** Also for chains whose receipts are encoded in another way: no log is left out, and none is added. */
function checkBloom({ block: { logsBloom }, blooms }: Bloomed): Finding | undefined {
  if (logsBloom === null) return undefined;
  const bloom = emptyBloom();
  for (const other of blooms) mergeBloom(bloom, other);
  return bloom.equals(logsBloom) ? undefined : refuted('logs_bloom', 'logsBloom is not that of the logs');
}

function checkReceiptFields({ block, receipts }: Parts): Finding | undefined {
  const fault = findReceiptFault(block, receipts);
  return fault && { check: 'receipt_fields', ...fault };
}

function checkWithdrawals({ block: { withdrawals, withdrawalsRoot } }: Parts): Finding | undefined {
  if (withdrawalsRoot === null && !withdrawals?.length) return undefined;
  if (withdrawals === null) return unknown('withdrawals_root', 'the node omits withdrawals');
  return checkRoot('withdrawals_root', withdrawalsRoot, withdrawals.map(encodeWithdrawal));
}

function checkRoot(check: Check, root: Buffer | null, values: readonly Buffer[]): Finding | undefined {
  if (root === null) return unknown(check, 'the header has no such root');
  const derived = deriveRoot(values);
  if (derived.equals(root)) return undefined;
  return refuted(check, `the root of ${values.length} items is ${excerpt(derived)}, not ${excerpt(root)}`);
}
