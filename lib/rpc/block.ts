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

/**
 * A field of unknown meaning, which may be of the header or not. `value` as RLP has it: bytes as given, a quantity without
 * leading zeros; null for what is neither, or too long for a header.
 */
type ForeignField = Readonly<{ name: string; value: Buffer | null }>;

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
  /** Fields unknown to Ethereum and the OP Stack, the first few. */
  foreignFields: readonly ForeignField[];
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
/** Forks have brought at most three fields of a header at once, each shorter than this. */
const MAX_FOREIGN_FIELDS = 8;
const MAX_FOREIGN_BYTES = 256;
const MAX_NAME = 40;
const HEX = /^0x[0-9a-fA-F]*$/;
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
    foreignFields: Object.entries(fields)
      .filter(([name, value]) => !KNOWN_FIELDS.has(name) && value !== null)
      .slice(0, MAX_FOREIGN_FIELDS)
      .map(parseForeignField),
    uncles: readList(fields, 'uncles').map((uncle) => toFixed(uncle, 'uncles', 32)),
    withdrawals: fields.withdrawals == null ? null : readList(fields, 'withdrawals').map(parseWithdrawal),
    blobGasUsed: readQuantityOrNull(fields, 'blobGasUsed'),
    excessBlobGas: readQuantityOrNull(fields, 'excessBlobGas'),
    transactions: readList(fields, 'transactions').map((entry, index) =>
      parseTransaction(entry, { index, blockHash: fields.hash }),
    ),
  };
}

/** Whether this version knows a field of a block by name, as `foreignFields` has it. */
export function isKnownField(name: string): boolean {
  return KNOWN_FIELDS.has(name);
}

/** Names are stored and shown. A quantity is told from bytes by its odd number of digits, or as `0x0`. */
function parseForeignField([name, value]: readonly [string, unknown]): ForeignField {
  const isHex = typeof value === 'string' && value.length <= 2 + 2 * MAX_FOREIGN_BYTES && HEX.test(value);
  const digits = isHex && value !== '0x0' ? value.slice(2) : '';
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  return { name: name.slice(0, MAX_NAME).replaceAll(/[^\w.-]/g, '?'), value: isHex ? bytes : null };
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
