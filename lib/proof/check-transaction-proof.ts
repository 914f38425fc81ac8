import { AppError } from '@/lib/errors';
import { bufferToAddress, bufferToHex, type Hex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { checkBranch } from './check-branch';
import { type DecodedLog, decodeReceipt } from './decode-receipt';
import { decodeList, toBytes, toInteger } from './decode-rlp';
import { type DecodedTransaction, decodeTransaction } from './decode-transaction';
import { type EncodedLeaf, readTransactionProof } from './read-transaction-proof';

/** A proven log. `position` is its index among the logs of the transaction, from 0. */
export type ProvenLog = Readonly<{ position: number; address: Hex; topics: readonly Hex[]; data: Hex }>;

/**
 * The facts proven, provided that the block is part of the chain. Amounts in wei, the timestamp in Unix
 * seconds. A transaction of an unknown type is proven without its fields.
 */
export type ProvenTransaction = Readonly<{
  block: Readonly<{ hash: Hex; number: number; parentHash: Hex; timestamp: bigint }>;
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
export type ProofResult = Readonly<
  { holds: true; proven: ProvenTransaction } | { holds: false; fault: string }
>;

/** Where a header's fields are (Yellow Paper 4.3). */
const HEADER = { parent: 0, transactionsRoot: 4, receiptsRoot: 5, number: 8, timestamp: 11 } as const;
const HEADER_FIELDS = 15;
const HASH = 32;

/**
 * Checks the answer of `/transactions/{hash}/proof`, parsed from JSON, from the block's hash to the last log: the header has
 * the hash, the branches lead from its roots to transaction and receipt, the transaction has its hash, and a signature.
 * Needs neither network nor node. Does not know whether the block's hash is of the chain: compare it with one you trust.
 */
export function checkTransactionProof(json: unknown): ProofResult {
  try {
    return { holds: true, proven: prove(json) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'proof')
      return { holds: false, fault: error.publicMessage };
    throw error;
  }
}

function prove(json: unknown): ProvenTransaction {
  const proof = readTransactionProof(json);
  const { index, blockHash, blockNumber, transactionHash } = proof;
  if (!keccak256(proof.header).equals(blockHash))
    throw broken('the header does not have the hash of the block');
  const header = readHeader(proof.header);
  if (header.number !== BigInt(blockNumber)) throw broken(`the header is of block ${header.number}`);
  requireLeaf('transaction', { root: header.transactionsRoot, index, leaf: proof.transaction });
  if (!keccak256(proof.transaction.encoded).equals(transactionHash))
    throw broken('the transaction at this index has another hash');
  const transaction = decodeTransaction(proof.transaction.encoded);
  requireLeaf('receipt', { root: header.receiptsRoot, index, leaf: proof.receipt });
  const receipt = decodeReceipt(proof.receipt.encoded);
  if (receipt.type !== transaction.type) throw broken('transaction and receipt are of different types');
  return {
    block: {
      hash: bufferToHex(blockHash),
      number: blockNumber,
      parentHash: bufferToHex(header.parentHash),
      timestamp: header.timestamp,
    },
    transaction: { hash: bufferToHex(transactionHash), index, ...presentTransaction(transaction) },
    receipt: {
      status: receipt.status,
      stateRoot: receipt.stateRoot && bufferToHex(receipt.stateRoot),
      cumulativeGasUsed: receipt.cumulativeGasUsed,
      logs: receipt.logs.map(presentLog),
    },
  };
}

function readHeader(encoded: Uint8Array) {
  const fields = decodeList(encoded, 'the header');
  if (fields.length < HEADER_FIELDS) throw broken(`a header with ${fields.length} fields`);
  return {
    parentHash: toBytes(fields[HEADER.parent], 'the hash of the parent', HASH),
    transactionsRoot: toBytes(fields[HEADER.transactionsRoot], 'the root of the transactions', HASH),
    receiptsRoot: toBytes(fields[HEADER.receiptsRoot], 'the root of the receipts', HASH),
    number: toInteger(fields[HEADER.number], 'the number of the header'),
    timestamp: toInteger(fields[HEADER.timestamp], 'the timestamp of the header'),
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
