import { hexToBuffer, isHexData } from '@/lib/evm/hex';
import { broken } from './broken-proof';
import { HASH, type ProofFields, readBytes, readFields, readInteger } from './proof-fields';
import { type HeaderProof, readHeaderProof } from './read-header';

/** The encoded value of a trie, and the nodes that lead to it from the root. */
export type EncodedLeaf = Readonly<{ encoded: Buffer; branch: readonly Buffer[] }>;

/** A parsed response of `/transactions/{hash}/proof`. */
export type TransactionProof = HeaderProof &
  Readonly<{
    transactionHash: Buffer;
    index: number;
    transaction: EncodedLeaf;
    receipt: EncodedLeaf;
  }>;

/** More than the path of any index has. */
const MAX_NODES = 64;

/** Reads the parsed JSON of a transaction's proof. Throws AppError `proof`, naming the field that is missing or malformed. */
export function readTransactionProof(json: unknown): TransactionProof {
  const fields = readFields(json, 'the file');
  if (fields.header === null) throw broken('the proof is marked unproven');
  return {
    transactionHash: readBytes(fields, 'transaction_hash', HASH),
    ...readHeaderProof(fields),
    index: readInteger(fields, 'index'),
    transaction: readLeaf(fields, 'transaction'),
    receipt: readLeaf(fields, 'receipt'),
  };
}

function readLeaf(fields: ProofFields, name: string): EncodedLeaf {
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
