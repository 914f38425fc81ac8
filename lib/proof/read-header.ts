import { bufferToHex, type Hex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { decodeList, type RlpItem, toBytes, toInteger } from './decode-rlp';
import { HASH, type ProofFields, readBytes, readInteger } from './proof-fields';

/** The part of a proof that says which block it is about; `header` is RLP. */
export type HeaderProof = Readonly<{ blockHash: Buffer; blockNumber: number; header: Buffer }>;
/** The block that a proof is about, the timestamp in Unix seconds. */
export type ProvenHeader = Readonly<{ hash: Hex; number: number; parentHash: Hex; timestamp: bigint }>;

/** Where a header's fields are (Yellow Paper 4.3). */
const PLACES = { parent: 0, number: 8, timestamp: 11 } as const;
const MIN_FIELDS = 15;

/** Reads header, hash and number of the block. Throws AppError `proof`, as all functions of this file do. */
export function readHeaderProof(fields: ProofFields): HeaderProof {
  return {
    blockHash: readBytes(fields, 'block_hash', HASH),
    blockNumber: readInteger(fields, 'block_number'),
    header: readBytes(fields, 'header'),
  };
}

/** Checks that the header has hash and number of the block: what it says of it, and all its fields in order. */
export function readHeader({ blockHash, blockNumber, header }: HeaderProof): {
  block: ProvenHeader;
  fields: readonly RlpItem[];
} {
  if (!keccak256(header).equals(blockHash)) throw broken('the header does not have the hash of the block');
  const fields = decodeList(header, 'the header');
  if (fields.length < MIN_FIELDS) throw broken(`a header with ${fields.length} fields`);
  const number = toInteger(fields[PLACES.number], 'the number of the header');
  if (number !== BigInt(blockNumber)) throw broken(`the header is of block ${number}`);
  const block = {
    hash: bufferToHex(blockHash),
    number: blockNumber,
    parentHash: bufferToHex(toBytes(fields[PLACES.parent], 'the hash of the parent', HASH)),
    timestamp: toInteger(fields[PLACES.timestamp], 'the timestamp of the header'),
  };
  return { block, fields };
}
