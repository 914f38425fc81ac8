import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import {
  isSameHash,
  malformed,
  readBytes,
  readBytesOrNull,
  readFixed,
  readFixedOrNull,
  readInteger,
  readList,
  readObject,
  readQuantity,
  readQuantityOrNull,
  toFixed,
} from './read-fields';
import { parseSignedTransaction, type SignedTransaction } from './transaction';

/** A transaction in a block. */
export type RpcTransaction = SignedTransaction & Readonly<{ index: number }>;

/** A withdrawal from the consensus layer; the amount in wei. */
type RpcWithdrawal = Readonly<{
  index: bigint;
  validatorIndex: bigint;
  address: Buffer;
  amount: bigint;
}>;

/** A block with its transactions in order. Fields that old or foreign chains lack are null. */
export type RpcBlock = Readonly<{
  number: number;
  hash: Buffer;
  parentHash: Buffer;
  timestamp: number;
  miner: Buffer;
  gasLimit: bigint;
  gasUsed: bigint;
  baseFeePerGas: bigint | null;
  size: bigint | null;
  difficulty: bigint | null;
  totalDifficulty: bigint | null;
  nonce: Buffer | null;
  extraData: Buffer;
  stateRoot: Buffer | null;
  transactionsRoot: Buffer | null;
  receiptsRoot: Buffer | null;
  sha3Uncles: Buffer | null;
  logsBloom: Buffer | null;
  mixHash: Buffer | null;
  withdrawalsRoot: Buffer | null;
  parentBeaconBlockRoot: Buffer | null;
  requestsHash: Buffer | null;
  /** keccak256 of the block access list (EIP-7928); with `slotNumber`, in headers from Amsterdam on. */
  blockAccessListHash: Buffer | null;
  slotNumber: bigint | null;
  /** As the header has it; `timestamp` is capped. */
  headerTimestamp: bigint;
  /** Names of header fields unknown to Ethereum and the OP Stack. */
  foreignFields: readonly string[];
  uncles: readonly Buffer[];
  withdrawals: readonly RpcWithdrawal[] | null;
  blobGasUsed: bigint | null;
  excessBlobGas: bigint | null;
  transactions: readonly RpcTransaction[];
}>;

/** Of blocks, not only of headers; `balHash` is an early name of the access list's hash. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'number',
  'hash',
  'parentHash',
  'sha3Uncles',
  'miner',
  'author',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'totalDifficulty',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
  'sealFields',
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
  'blockAccessListHash',
  'balHash',
  'slotNumber',
  'blockAccessList',
  'size',
  'transactions',
  'uncles',
  'withdrawals',
]);
/** 9999-12-31T23:59:59Z: later times have no date in PostgreSQL and JSON. */
const LAST_TIMESTAMP = 253_402_300_799n;
const WEI_PER_GWEI = 1_000_000_000n;

/** Parses an `eth_getBlockByNumber` result with full transactions. Throws AppError `node_answer`. */
export function parseBlock(value: unknown): RpcBlock {
  const fields = readObject(value, 'block');
  return {
    number: readInteger(fields, 'number'),
    hash: readFixed(fields, 'hash', 32),
    parentHash: readFixed(fields, 'parentHash', 32),
    timestamp: toTimestamp(readQuantity(fields, 'timestamp')),
    miner: readFixedOrNull(fields, 'miner', 20) ?? ZERO_ADDRESS,
    gasLimit: readQuantity(fields, 'gasLimit'),
    gasUsed: readQuantity(fields, 'gasUsed'),
    baseFeePerGas: readQuantityOrNull(fields, 'baseFeePerGas'),
    size: readQuantityOrNull(fields, 'size'),
    difficulty: readQuantityOrNull(fields, 'difficulty'),
    totalDifficulty: readQuantityOrNull(fields, 'totalDifficulty'),
    nonce: readBytesOrNull(fields, 'nonce'),
    extraData: readBytes(fields, 'extraData'),
    stateRoot: readFixedOrNull(fields, 'stateRoot', 32),
    transactionsRoot: readFixedOrNull(fields, 'transactionsRoot', 32),
    receiptsRoot: readFixedOrNull(fields, 'receiptsRoot', 32),
    sha3Uncles: readFixedOrNull(fields, 'sha3Uncles', 32),
    logsBloom: readFixedOrNull(fields, 'logsBloom', 256),
    mixHash: readFixedOrNull(fields, 'mixHash', 32),
    withdrawalsRoot: readFixedOrNull(fields, 'withdrawalsRoot', 32),
    parentBeaconBlockRoot: readFixedOrNull(fields, 'parentBeaconBlockRoot', 32),
    requestsHash: readFixedOrNull(fields, 'requestsHash', 32),
    blockAccessListHash:
      readFixedOrNull(fields, 'blockAccessListHash', 32) ?? readFixedOrNull(fields, 'balHash', 32),
    slotNumber: readQuantityOrNull(fields, 'slotNumber'),
    headerTimestamp: readQuantity(fields, 'timestamp'),
    foreignFields: Object.keys(fields).filter((name) => !KNOWN_FIELDS.has(name)),
    uncles: readList(fields, 'uncles').map((uncle) => toFixed(uncle, 'uncles', 32)),
    withdrawals: fields.withdrawals == null ? null : readList(fields, 'withdrawals').map(parseWithdrawal),
    blobGasUsed: readQuantityOrNull(fields, 'blobGasUsed'),
    excessBlobGas: readQuantityOrNull(fields, 'excessBlobGas'),
    transactions: readList(fields, 'transactions').map((entry, index) =>
      parseTransaction(entry, { index, blockHash: fields.hash }),
    ),
  };
}

function parseWithdrawal(value: unknown): RpcWithdrawal {
  const fields = readObject(value, 'withdrawal');
  return {
    index: readQuantity(fields, 'index'),
    validatorIndex: readQuantity(fields, 'validatorIndex'),
    address: readFixed(fields, 'address', 20),
    amount: readQuantity(fields, 'amount') * WEI_PER_GWEI,
  };
}

/** Times from here on are of the year 5138 in seconds, of 1973 in milliseconds. */
const FIRST_MILLISECONDS = 100_000_000_000n;
const LAST_MILLISECONDS = 1_000n * FIRST_MILLISECONDS;

/** A block's timestamp in Unix seconds, also where the chain counts milliseconds; capped at the end of the year 9999. */
export function toTimestamp(time: bigint): number {
  const isInMilliseconds = time >= FIRST_MILLISECONDS && time < LAST_MILLISECONDS;
  const seconds = isInMilliseconds ? time / 1_000n : time;
  return Number(seconds > LAST_TIMESTAMP ? LAST_TIMESTAMP : seconds);
}

function parseTransaction(value: unknown, expected: { index: number; blockHash: unknown }): RpcTransaction {
  const fields = readObject(value, 'transaction');
  if (!isSameHash(fields.blockHash, expected.blockHash, 'blockHash'))
    throw malformed('transaction: it is of another block');
  const index = fields.transactionIndex == null ? expected.index : readInteger(fields, 'transactionIndex');
  if (index !== expected.index) throw malformed('order of transactions');
  return Object.assign(parseSignedTransaction(fields), { index });
}
