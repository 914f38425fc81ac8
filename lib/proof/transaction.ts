import { toRlp } from 'viem/utils';
import type { Authorization } from '@/lib/evm/recover-authority';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { toRlpAddress, toRlpInteger } from './rlp-fields';

/** What RLP encodes: bytes, or a list. */
type RlpItem = Uint8Array | readonly RlpItem[];

/** The y-parity of a legacy transaction without a chain ID is `v - 27`, of one with it `v - 35 - 2 * chainId` (EIP-155). */
const LEGACY_V = 27n;
const EIP155_V = 35n;

/** True when the transaction's encoding is known: types 0 to 4 with a signature, and deposits of the OP Stack. */
export function isEncodable({ type, signature, deposit }: SignedTransaction): boolean {
  return type === DEPOSIT_TYPE ? deposit !== null : type >= 0 && type <= 4 && signature !== null;
}

/**
 * The transaction as in a block (EIP-2718; type 3 without blobs): its Keccak-256 hash is the transaction's hash, and it is
 * the value in the transactions trie. Throws RangeError unless `isEncodable`.
 */
export function encodeTransaction(transaction: SignedTransaction): Buffer {
  const { type, signature, deposit } = transaction;
  if (type === DEPOSIT_TYPE && deposit !== null)
    return encodeEnvelope(type, depositFields(transaction, deposit));
  if (signature === null) throw new RangeError('the transaction has no signature');
  const { v, r, s } = signature;
  return encodeEnvelope(type, [...unsignedFields(transaction), ...[v, r, s].map(toRlpInteger)]);
}

/** What the sender has signed, to be hashed. Throws RangeError for a type without a signature. */
export function encodeSigningPayload(transaction: SignedTransaction): Buffer {
  const { type, signature } = transaction;
  const fields = unsignedFields(transaction);
  if (type === 0 && signature && signature.v >= EIP155_V)
    fields.push(toRlpInteger((signature.v - EIP155_V) / 2n), toRlpInteger(0), toRlpInteger(0));
  return encodeEnvelope(type, fields);
}

/** The y-parity of the signature, 0 or 1; undefined for a `v` that no signature has. */
export function readParity({ type, signature }: SignedTransaction): 0 | 1 | undefined {
  if (!signature) return undefined;
  const { v } = signature;
  if (type === 0 && v >= EIP155_V) return (v - EIP155_V) % 2n === 0n ? 0 : 1;
  const parity = type === 0 ? v - LEGACY_V : v;
  return parity === 0n ? 0 : parity === 1n ? 1 : undefined;
}

function encodeEnvelope(type: number, fields: readonly RlpItem[]): Buffer {
  const rlp = toRlp(fields, 'bytes');
  return type === 0
    ? Buffer.from(rlp.buffer, rlp.byteOffset, rlp.length)
    : Buffer.concat([Buffer.of(type), rlp]);
}

function depositFields(
  { from, to, value, gasLimit, input }: SignedTransaction,
  { sourceHash, mint, isSystem }: NonNullable<SignedTransaction['deposit']>,
): RlpItem[] {
  return [
    sourceHash,
    from,
    toRlpAddress(to),
    toRlpInteger(mint),
    toRlpInteger(value),
    toRlpInteger(gasLimit),
    toRlpInteger(isSystem ? 1 : 0),
    input,
  ];
}

/** The fields before the signature. */
function unsignedFields(transaction: SignedTransaction): RlpItem[] {
  const { type, nonce, gasLimit, to, value, input, chainId } = transaction;
  const payload = [toRlpInteger(gasLimit), toRlpAddress(to), toRlpInteger(value), input];
  const gasPrice = toRlpInteger(transaction.gasPrice ?? 0n);
  if (type === 0) return [toRlpInteger(nonce), gasPrice, ...payload];
  const fees = [transaction.maxPriorityFeePerGas, transaction.maxFeePerGas].map((fee) =>
    toRlpInteger(fee ?? 0n),
  );
  const prices = type === 1 ? [gasPrice] : fees;
  const accessList = transaction.accessList.map(({ address, storageKeys }) => [address, storageKeys]);
  const fields: RlpItem[] = [
    toRlpInteger(chainId ?? 0n),
    toRlpInteger(nonce),
    ...prices,
    ...payload,
    accessList,
  ];
  if (type === 3) {
    fields.push(toRlpInteger(transaction.maxFeePerBlobGas ?? 0n), transaction.blobVersionedHashes ?? []);
  }
  if (type === 4) fields.push(transaction.authorizations.map(authorizationFields));
  return fields;
}

function authorizationFields({ chainId, address, nonce, yParity, r, s }: Authorization): RlpItem[] {
  const signature = [yParity, r, s].map(toRlpInteger);
  return [toRlpInteger(chainId), address, toRlpInteger(nonce), ...signature];
}
