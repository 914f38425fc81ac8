import type { EvmLog } from '@/lib/evm/decode-transfers';
import {
  type Fields,
  isSameHash,
  malformed,
  readBytes,
  readFixed,
  readFixedOrNull,
  readInteger,
  readList,
  readObject,
  readQuantityOrNull,
  toFixed,
} from './read-fields';

/** A receipt; null where the node omits a field, as old receipts have no status. Amounts in wei. */
export type RpcReceipt = Readonly<{
  transactionHash: Buffer;
  transactionIndex: number;
  blockHash: Buffer | null;
  contractAddress: Buffer | null;
  /** 1 success, 0 failure, null before Byzantium */
  status: 0 | 1 | null;
  /** The state root that receipts had instead of a status. */
  root: Buffer | null;
  gasUsed: bigint | null;
  cumulativeGasUsed: bigint | null;
  /** Of an OP Stack deposit; both null for others. */
  depositNonce: bigint | null;
  depositReceiptVersion: bigint | null;
  effectiveGasPrice: bigint | null;
  blobGasUsed: bigint | null;
  blobGasPrice: bigint | null;
  l1Fee: bigint | null;
  operatorFeeScalar: bigint | null;
  operatorFeeConstant: bigint | null;
  logs: readonly EvmLog[];
}>;

const MAX_TOPICS = 4;
const LARGEST_INTEGER = 2 ** 31 - 1;

/** Parses a receipt, checking that its logs are of the same transaction. Throws AppError `node_answer`. */
export function parseReceipt(value: unknown): RpcReceipt {
  const fields = readObject(value, 'receipt');
  const transactionHash = readFixed(fields, 'transactionHash', 32);
  const blockHash = readFixedOrNull(fields, 'blockHash', 32);
  return {
    transactionHash,
    transactionIndex: readInteger(fields, 'transactionIndex', LARGEST_INTEGER),
    blockHash,
    contractAddress: readFixedOrNull(fields, 'contractAddress', 20),
    status: readStatus(fields),
    root: readFixedOrNull(fields, 'root', 32),
    gasUsed: readQuantityOrNull(fields, 'gasUsed'),
    cumulativeGasUsed: readQuantityOrNull(fields, 'cumulativeGasUsed'),
    depositNonce: readQuantityOrNull(fields, 'depositNonce'),
    depositReceiptVersion: readQuantityOrNull(fields, 'depositReceiptVersion'),
    effectiveGasPrice: readQuantityOrNull(fields, 'effectiveGasPrice'),
    blobGasUsed: readQuantityOrNull(fields, 'blobGasUsed'),
    blobGasPrice: readQuantityOrNull(fields, 'blobGasPrice'),
    l1Fee: readQuantityOrNull(fields, 'l1Fee'),
    operatorFeeScalar: readQuantityOrNull(fields, 'operatorFeeScalar'),
    operatorFeeConstant: readQuantityOrNull(fields, 'operatorFeeConstant'),
    logs: readList(fields, 'logs').map((log) => parseLog(log, fields)),
  };
}

function readStatus(fields: Fields): 0 | 1 | null {
  const status = readQuantityOrNull(fields, 'status');
  if (status === null) return null;
  if (status > 1n) throw malformed('status');
  return status === 1n ? 1 : 0;
}

function parseLog(value: unknown, owner: Fields): EvmLog {
  const fields = readObject(value, 'log');
  if (!isSameHash(fields.transactionHash, owner.transactionHash, 'transactionHash'))
    throw malformed('log: it is of another transaction');
  if (!isSameHash(fields.blockHash, owner.blockHash, 'blockHash'))
    throw malformed('log: it is of another block');
  if (fields.removed === true) throw malformed('log: it was removed');
  const topics = readList(fields, 'topics');
  if (topics.length > MAX_TOPICS) throw malformed('log: it has too many topics');
  return {
    logIndex: readInteger(fields, 'logIndex', LARGEST_INTEGER),
    address: readFixed(fields, 'address', 20),
    topics: topics.map((topic) => toFixed(topic, 'topic', 32)),
    data: readBytes(fields, 'data'),
  };
}
