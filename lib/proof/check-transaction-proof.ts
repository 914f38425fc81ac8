import { AppError } from '@/lib/errors';
import { bufferToAddress, bufferToHex, type Hex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { checkBranch } from './check-branch';
import { type DecodedLog, decodeReceipt } from './decode-receipt';
import { toBytes } from './decode-rlp';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction';
import { HASH } from './proof-fields';
import { type ProvenHeader, readHeader } from './read-header';
import { type EncodedLeaf, readTransactionProof } from './read-transaction-proof';

/** A proven log. `position` is its index among the logs of the transaction, from 0. */
export type ProvenLog = Readonly<{ position: number; address: Hex; topics: readonly Hex[]; data: Hex }>;

/**
 * The facts proven, provided that the block is part of the chain. Amounts in wei, the timestamp in Unix
 * seconds. A transaction of an unknown type is proven without its fields.
 */
export type ProvenTransaction = Readonly<{
  block: ProvenHeader;
  transaction: Readonly<{
    hash: Hex;
    index: number;
    type: number;
    from: Hex | null;
    to: Hex | null;
    nonce: bigint | null;
    value: bigint | null;
    input: Hex | null;
  }>;
  receipt: Readonly<{
    /** Null before Byzantium. */
    status: 'success' | 'failure' | null;
    stateRoot: Hex | null;
    cumulativeGasUsed: bigint;
    logs: readonly ProvenLog[];
  }>;
}>;

/** `fault` is the first failed check. */
export type ProofResult<Proven = ProvenTransaction> = Readonly<
  { holds: true; proven: Proven } | { holds: false; fault: string }
>;

/** Where the roots are in a header (Yellow Paper 4.3). */
const ROOTS = { transactions: 4, receipts: 5 } as const;

/**
 * Checks the answer of `/transactions/{hash}/proof`, parsed from JSON, from the block's hash to the last log: the header has
 * the hash, the branches lead from its roots to transaction and receipt, the transaction has its hash, and a signature.
 * Needs neither network nor node. Does not know whether the block's hash is of the chain: compare it with one you trust.
 */
export function checkTransactionProof(json: unknown): ProofResult {
  return tryProof(() => prove(json));
}

/** What a function proves, or the fault that it throws as AppError `proof`. */
export function tryProof<Proven>(prove: () => Proven): ProofResult<Proven> {
  try {
    return { holds: true, proven: prove() };
  } catch (error) {
    if (error instanceof AppError && error.code === 'proof')
      return { holds: false, fault: error.publicMessage };
    throw error;
  }
}

function prove(json: unknown): ProvenTransaction {
  const proof = readTransactionProof(json);
  const { index, transactionHash } = proof;
  const { block, fields } = readHeader(proof);
  const transactionsRoot = toBytes(fields[ROOTS.transactions], 'the root of the transactions', HASH);
  const receiptsRoot = toBytes(fields[ROOTS.receipts], 'the root of the receipts', HASH);
  requireLeaf('transaction', { root: transactionsRoot, index, leaf: proof.transaction });
  if (!keccak256(proof.transaction.encoded).equals(transactionHash))
    throw broken('the transaction at this index has another hash');
  const transaction = decodeTransaction(proof.transaction.encoded);
  requireLeaf('receipt', { root: receiptsRoot, index, leaf: proof.receipt });
  const receipt = decodeReceipt(proof.receipt.encoded);
  if (receipt.type !== transaction.type) throw broken('transaction and receipt are of different types');
  return {
    block,
    transaction: { hash: bufferToHex(transactionHash), index, ...presentTransaction(transaction) },
    receipt: {
      status: receipt.status,
      stateRoot: receipt.stateRoot && bufferToHex(receipt.stateRoot),
      cumulativeGasUsed: receipt.cumulativeGasUsed,
      logs: receipt.logs.map(presentLog),
    },
  };
}

function requireLeaf(
  what: 'transaction' | 'receipt',
  { root, index, leaf }: Readonly<{ root: Buffer; index: number; leaf: EncodedLeaf }>,
): void {
  let value: Uint8Array;
  try {
    value = checkBranch({ root, index, branch: leaf.branch });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw broken(`branch of the ${what}: ${error.publicMessage}`, error);
  }
  if (!leaf.encoded.equals(value)) throw broken(`the branch leads to another ${what}`);
}

function presentTransaction({ type, from, to, nonce, value, input }: DecodedTransaction) {
  return {
    type,
    from: from && bufferToAddress(from),
    to: to && bufferToAddress(to),
    nonce,
    value,
    input: input && bufferToHex(input),
  };
}

function presentLog({ address, topics, data }: DecodedLog, position: number): ProvenLog {
  return {
    position,
    address: bufferToAddress(address),
    topics: topics.map(bufferToHex),
    data: bufferToHex(data),
  };
}
