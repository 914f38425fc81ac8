import { bufferToHex } from '@/lib/evm/hex';
import type { Authorization } from '@/lib/evm/recover-authority';
import type { Rpc } from './client';
import {
  type Fields,
  isFields,
  malformed,
  readBytes,
  readFixed,
  readFixedOrNull,
  readInteger,
  readList,
  readObject,
  readQuantity,
  readQuantityOrNull,
  toFixed,
} from './read-fields';

/** The signed fields of a transaction of any type; null where its type has none. Amounts in wei. */
export type SignedTransaction = Readonly<{
  hash: Buffer;
  type: number;
  from: Buffer;
  to: Buffer | null;
  nonce: bigint;
  value: bigint;
  input: Buffer;
  gasLimit: bigint;
  gasPrice: bigint | null;
  maxFeePerGas: bigint | null;
  maxPriorityFeePerGas: bigint | null;
  maxFeePerBlobGas: bigint | null;
  blobVersionedHashes: readonly Buffer[] | null;
  authorizations: readonly Authorization[];
  chainId: bigint | null;
  accessList: readonly AccessListEntry[];
  /** `v` is the y-parity of all types but legacy ones. Null where the node has none, as for deposits. */
  signature: Readonly<{ v: bigint; r: bigint; s: bigint }> | null;
  /** Of the OP Stack's type 0x7e; null where the node omits it. */
  deposit: Readonly<{ sourceHash: Buffer; mint: bigint; isSystem: boolean }> | null;
}>;

/** An access list entry (EIP-2930): 20 bytes, and slots of 32. */
type AccessListEntry = Readonly<{ address: Buffer; storageKeys: readonly Buffer[] }>;

/** A transaction known to a node: in a block, or pending (`blockHash` null). */
export type KnownTransaction = Readonly<{ transaction: SignedTransaction; blockHash: Buffer | null }>;

const LARGEST_INTEGER = 2 ** 31 - 1;
/** Deposits of the OP Stack, which L1 signs for. */
export const DEPOSIT_TYPE = 0x7e;

/** The last of the types whose fields are known: 0 to 4. */
const LAST_TYPE = 4;

/**
 * Parses the signed fields of a transaction object. Those that its type does not have are left out, whatever the node
 * returns: they are not signed, and no hash covers them. Throws AppError `node_answer`.
 */
export function parseSignedTransaction(fields: Fields): SignedTransaction {
  const type = fields.type == null ? 0 : readInteger(fields, 'type', LARGEST_INTEGER);
  const isForeign = type > LAST_TYPE && type !== DEPOSIT_TYPE;
  const hasAccessList = isForeign || (type >= 1 && type <= LAST_TYPE);
  const hasMaxFee = isForeign || (type >= 2 && type <= LAST_TYPE);
  const hasBlobs = isForeign || type === 3;
  const hasAuthorizations = isForeign || type === 4;
  return {
    hash: readFixed(fields, 'hash', 32),
    type,
    from: readFixed(fields, 'from', 20),
    to: readFixedOrNull(fields, 'to', 20),
    nonce: readQuantity(fields, 'nonce'),
    value: readQuantity(fields, 'value'),
    input: readBytes(fields, fields.input === undefined ? 'data' : 'input'),
    gasLimit: readQuantity(fields, 'gas'),
    gasPrice: readQuantityOrNull(fields, 'gasPrice'),
    maxFeePerGas: hasMaxFee ? readQuantityOrNull(fields, 'maxFeePerGas') : null,
    maxPriorityFeePerGas: hasMaxFee ? readQuantityOrNull(fields, 'maxPriorityFeePerGas') : null,
    maxFeePerBlobGas: hasBlobs ? readQuantityOrNull(fields, 'maxFeePerBlobGas') : null,
    blobVersionedHashes:
      hasBlobs && fields.blobVersionedHashes != null ? readHashes(fields, 'blobVersionedHashes') : null,
    authorizations: hasAuthorizations ? readList(fields, 'authorizationList').map(parseAuthorization) : [],
    chainId: readQuantityOrNull(fields, 'chainId'),
    accessList: hasAccessList ? readList(fields, 'accessList').map(parseAccess) : [],
    signature: parseSignature(fields, type),
    deposit: type === DEPOSIT_TYPE ? parseDeposit(fields) : null,
  };
}

/** Typed transactions have a y-parity, which some nodes send as `v` alone. */
function parseSignature(fields: Fields, type: number): SignedTransaction['signature'] {
  const v = readQuantityOrNull(fields, type === 0 || fields.yParity == null ? 'v' : 'yParity');
  const r = readQuantityOrNull(fields, 'r');
  const s = readQuantityOrNull(fields, 's');
  return v === null || r === null || s === null ? null : { v, r, s };
}

function parseDeposit(fields: Fields): SignedTransaction['deposit'] {
  const sourceHash = readFixedOrNull(fields, 'sourceHash', 32);
  if (sourceHash === null) return null;
  return {
    sourceHash,
    mint: readQuantity(fields, 'mint'),
    isSystem: fields.isSystemTx === true,
  };
}

function parseAccess(value: unknown): AccessListEntry {
  const fields = readObject(value, 'accessList');
  return { address: readFixed(fields, 'address', 20), storageKeys: readHashes(fields, 'storageKeys') };
}

/** The transaction; undefined when unknown. Throws AppError `node_unreachable` or `node_answer`. */
export async function fetchTransaction(rpc: Rpc, hash: Buffer): Promise<KnownTransaction | undefined> {
  const answer = await rpc.request('eth_getTransactionByHash', [bufferToHex(hash)]);
  if (answer === null) return undefined;
  const fields = readObject(answer, 'transaction');
  const transaction = parseSignedTransaction(fields);
  if (!transaction.hash.equals(hash)) throw malformed('transaction: it has another hash');
  return { transaction, blockHash: readFixedOrNull(fields, 'blockHash', 32) };
}

function readHashes(fields: Fields, name: string): Buffer[] {
  return readList(fields, name).map((hash) => toFixed(hash, name, 32));
}

function parseAuthorization(value: unknown): Authorization {
  if (!isFields(value)) throw malformed('authorization');
  return {
    chainId: readQuantity(value, 'chainId'),
    address: readFixed(value, 'address', 20),
    nonce: readQuantity(value, 'nonce'),
    yParity: readQuantity(value, value.yParity == null ? 'v' : 'yParity'),
    r: readQuantity(value, 'r'),
    s: readQuantity(value, 's'),
  };
}
