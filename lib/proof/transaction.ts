import type { Authorization } from '@/lib/evm/recover-authority';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { encodeItems, encodeList, joinList, type RlpItem } from './encode-rlp';

/** A transaction as in a block, and its signing payload: null for a deposit, which is unsigned. */
export type EncodedTransaction<T = SignedTransaction> = Readonly<{
  transaction: T;
  encoded: Buffer;
  payload: Buffer | null;
}>;

const NO_ADDRESS = Buffer.alloc(0);
/** The y-parity of a legacy transaction without a chain ID is `v - 27`, of one with it `v - 35 - 2 * chainId` (EIP-155). */
const LEGACY_V = 27n;
const EIP155_V = 35n;

/** True when the transaction's encoding is known: types 0 to 4 with prices and signature, and deposits of the OP Stack. */
export function isEncodable(transaction: SignedTransaction): boolean {
  const { type, signature, deposit } = transaction;
  if (type === DEPOSIT_TYPE) return deposit !== null;
  return isKnownType(type) && signature !== null && hasPrices(transaction);
}

/** True for types 0 to 4 and deposits of the OP Stack. */
export function isKnownType(type: number): boolean {
  return (type >= 0 && type <= 4) || type === DEPOSIT_TYPE;
}

/** A missing price would be encoded as zero, which may be wrong. */
function hasPrices({ type, ...prices }: SignedTransaction): boolean {
  if (type <= 1) return prices.gasPrice !== null;
  const hasFees = prices.maxFeePerGas !== null && prices.maxPriorityFeePerGas !== null;
  return hasFees && (type !== 3 || prices.maxFeePerBlobGas !== null);
}

/**
 * The transaction as in a block (EIP-2718; type 3 without blobs): its Keccak-256 hash is the transaction's hash, and it is
 * the value in the transactions trie. Throws RangeError unless `isEncodable`.
 */
export function encodeTransaction(transaction: SignedTransaction): Buffer {
  return encodeForms(transaction).encoded;
}

/** The signing payload, to be hashed. Throws RangeError for an unsigned transaction. */
export function encodeSigningPayload(transaction: SignedTransaction): Buffer {
  const { payload } = encodeForms(transaction);
  if (payload === null) throw new RangeError('transactions of this type are not signed');
  return payload;
}

/** Both at once. Throws RangeError unless `isEncodable`. */
export function encodeForms<T extends SignedTransaction>(transaction: T): EncodedTransaction<T> {
  const { type, signature, deposit } = transaction;
  if (type === DEPOSIT_TYPE && deposit !== null)
    return { transaction, encoded: encodeList(depositFields(transaction, deposit), type), payload: null };
  if (signature === null) throw new RangeError('the transaction has no signature');
  const { v, r, s } = signature;
  const fields = encodeItems(unsignedFields(transaction));
  const encoded = joinList([fields, encodeItems([v, r, s])], type);
  const hasChainId = type === 0 && v >= EIP155_V;
  const chain = hasChainId ? [encodeItems([(v - EIP155_V) / 2n, 0, 0])] : [];
  return { transaction, encoded, payload: joinList([fields, ...chain], type) };
}

/** The y-parity of the signature, 0 or 1; undefined for a `v` that no signature has. */
export function readParity({ type, signature }: SignedTransaction): 0 | 1 | undefined {
  if (!signature) return undefined;
  const { v } = signature;
  if (type === 0 && v >= EIP155_V) return (v - EIP155_V) % 2n === 0n ? 0 : 1;
  const parity = type === 0 ? v - LEGACY_V : v;
  return parity === 0n ? 0 : parity === 1n ? 1 : undefined;
}

/** The chain that a transaction is signed for; null for an unprotected one, a deposit, or a type that is not known. */
export function readSignedChainId(transaction: SignedTransaction): bigint | null {
  const { type, signature, chainId } = transaction;
  if (!signature || !isEncodable(transaction) || type === DEPOSIT_TYPE) return null;
  if (type === 0) return signature.v >= EIP155_V ? (signature.v - EIP155_V) / 2n : null;
  return chainId ?? 0n;
}

function depositFields(
  { from, to, value, gasLimit, input }: SignedTransaction,
  { sourceHash, mint, isSystem }: NonNullable<SignedTransaction['deposit']>,
): RlpItem[] {
  return [sourceHash, from, to ?? NO_ADDRESS, mint, value, gasLimit, isSystem ? 1 : 0, input];
}

/** The fields before the signature. */
function unsignedFields(transaction: SignedTransaction): RlpItem[] {
  const { type, nonce, gasLimit, to, value, input, chainId } = transaction;
  const payload = [gasLimit, to ?? NO_ADDRESS, value, input];
  const gasPrice = transaction.gasPrice ?? 0n;
  if (type === 0) return [nonce, gasPrice, ...payload];
  const fees = [transaction.maxPriorityFeePerGas ?? 0n, transaction.maxFeePerGas ?? 0n];
  const prices = type === 1 ? [gasPrice] : fees;
  const accessList = transaction.accessList.map(({ address, storageKeys }) => [address, storageKeys]);
  const fields: RlpItem[] = [chainId ?? 0n, nonce, ...prices, ...payload, accessList];
  if (type === 3) fields.push(transaction.maxFeePerBlobGas ?? 0n, transaction.blobVersionedHashes ?? []);
  if (type === 4) fields.push(transaction.authorizations.map(authorizationFields));
  return fields;
}

function authorizationFields({ chainId, address, nonce, yParity, r, s }: Authorization): RlpItem[] {
  return [chainId, address, nonce, yParity, r, s];
}
