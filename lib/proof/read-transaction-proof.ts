import { hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { broken } from './broken-proof';

/** The encoded value of a trie, and the nodes that lead to it from the root. */
export type EncodedLeaf = Readonly<{ encoded: Buffer; branch: readonly Buffer[] }>;

/** A parsed response of `/transactions/{hash}/proof`. */
export type TransactionProof = Readonly<{
  transactionHash: Buffer;
  blockHash: Buffer;
  blockNumber: number;
  index: number;
  header: Buffer;
  transaction: EncodedLeaf;
  receipt: EncodedLeaf;
}>;

type Fields = Readonly<Record<string, unknown>>;

const HASH = 32;
/** More than the path of any index has. */
const MAX_NODES = 64;

/** Reads the parsed JSON of a transaction's proof. Throws AppError `proof`, naming the field that is missing or malformed. */
export function readTransactionProof(json: unknown): TransactionProof {
  const fields = readFields(json, 'the file');
  if (fields.header === null) throw broken('the proof is marked unproven');
  return {
    transactionHash: readBytes(fields, 'transaction_hash', HASH),
    blockHash: readBytes(fields, 'block_hash', HASH),
    blockNumber: readInteger(fields, 'block_number'),
    index: readInteger(fields, 'index'),
    header: readBytes(fields, 'header'),
    transaction: readLeaf(fields, 'transaction'),
    receipt: readLeaf(fields, 'receipt'),
  };
}

function readLeaf(fields: Fields, name: string): EncodedLeaf {
  const leaf = readFields(fields[name], name);
  const { branch } = leaf;
  if (!Array.isArray(branch) || branch.length > MAX_NODES) throw broken(`${name}.branch is no list of nodes`);
  return {
    encoded: readBytes(leaf, 'encoded'),
    branch: branch.map((node: unknown) => {
      if (!isHexData(node)) throw broken(`${name}.branch holds something else than hex`);
      return hexToBuffer(node);
    }),
  };
}

function readFields(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw broken(`${name} is no object`);
  return { ...value };
}

function readBytes(fields: Fields, name: string, length?: number): Buffer {
  const value = fields[name];
  const isValid = length === undefined ? isHexData(value) : isHexOfLength(value, length);
  if (!isValid || typeof value !== 'string')
    throw broken(length === undefined ? `${name} is no hex` : `${name} is not ${length} bytes of hex`);
  return hexToBuffer(value);
}

function readInteger(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw broken(`${name} is no whole number`);
  return value;
}
