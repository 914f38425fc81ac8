import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { decodeList, type RlpItem, toBytes, toInteger } from './decode-rlp';
import { encodeList } from './encode-rlp';

/** A decoded transaction. `from` is null for a type whose signature is not known. Amounts in wei. */
export type DecodedTransaction = Readonly<{
  type: number;
  from: Buffer | null;
  to: Buffer | null;
  nonce: bigint | null;
  value: bigint | null;
  input: Buffer | null;
}>;

/** How many fields a type has, and where: `value` and `input` follow `to`, the signature is the last three. */
type FieldLayout = Readonly<{ fields: number; nonce: number; to: number }>;

const LAYOUTS: ReadonlyMap<number, FieldLayout> = new Map([
  [0, { fields: 9, nonce: 0, to: 3 }],
  [1, { fields: 11, nonce: 1, to: 4 }],
  [2, { fields: 12, nonce: 1, to: 5 }],
  [3, { fields: 14, nonce: 1, to: 5 }],
  [4, { fields: 13, nonce: 1, to: 5 }],
]);
/** A deposit of the OP Stack, whose sender is authenticated by L1. */
const DEPOSIT_TYPE = 0x7e;
/** The largest first byte of a typed transaction or receipt (EIP-2718); above it a legacy one begins, a list. */
const LAST_TYPE = 0x7f;
const ADDRESS = 20;
/** `v` of a legacy signature without a chain ID is 27 or 28, with one 35 or 36 and twice the chain ID (EIP-155). */
const LEGACY_V = 27n;
const EIP155_V = 35n;

/** Splits the type from the encoding of a transaction or receipt (EIP-2718): 0 for a legacy one. */
export function splitType(encoded: Uint8Array): { type: number; rlp: Uint8Array } {
  const [first] = encoded;
  return first === undefined || first > LAST_TYPE
    ? { type: 0, rlp: encoded }
    : { type: first, rlp: encoded.subarray(1) };
}

/**
 * Decodes a transaction as in a block, and recovers its sender from the signature. Throws AppError `proof` when it is not
 * encoded as its type requires, or its signature does not recover.
 */
export function decodeTransaction(encoded: Uint8Array): DecodedTransaction {
  const { type, rlp } = splitType(encoded);
  if (type === DEPOSIT_TYPE) return decodeDeposit(decodeList(rlp, 'the transaction'));
  const layout = LAYOUTS.get(type);
  if (!layout) return { type, from: null, to: null, nonce: null, value: null, input: null };
  const fields = decodeList(rlp, 'the transaction');
  if (fields.length !== layout.fields)
    throw broken(`a transaction of type ${type} with ${fields.length} fields`);
  return {
    type,
    from: recoverSender(type, fields),
    to: toRecipient(fields[layout.to]),
    nonce: toInteger(fields[layout.nonce], 'the nonce'),
    value: toInteger(fields[layout.to + 1], 'the value'),
    input: toBytes(fields[layout.to + 2], 'the input'),
  };
}

/** sourceHash, from, to, mint, value, gas, isSystemTransaction, data. */
function decodeDeposit(fields: readonly RlpItem[]): DecodedTransaction {
  const [, from, to, , value, , , input] = fields;
  if (fields.length !== 8) throw broken(`a deposit with ${fields.length} fields`);
  return {
    type: DEPOSIT_TYPE,
    from: toBytes(from, 'the sender', ADDRESS),
    to: toRecipient(to),
    nonce: null,
    value: toInteger(value, 'the value'),
    input: toBytes(input, 'the input'),
  };
}

function toRecipient(item: RlpItem | undefined): Buffer | null {
  const bytes = toBytes(item, 'the recipient');
  return bytes.length === 0 ? null : toBytes(item, 'the recipient', ADDRESS);
}

function recoverSender(type: number, fields: readonly RlpItem[]): Buffer {
  const [v = 0n, r = 0n, s = 0n] = fields.slice(-3).map((field) => toInteger(field, 'the signature'));
  const isReplayProtected = type === 0 && v >= EIP155_V;
  const parity = isReplayProtected ? (v - EIP155_V) % 2n : type === 0 ? v - LEGACY_V : v;
  if (parity !== 0n && parity !== 1n) throw broken('the signature has no parity');
  const chain = isReplayProtected ? [(v - EIP155_V) / 2n, 0, 0] : [];
  const hash = keccak256(encodeList([...fields.slice(0, -3), ...chain], type));
  try {
    const signature = new secp256k1.Signature(r, s).addRecoveryBit(Number(parity));
    const key = signature.recoverPublicKey(hash).toRawBytes(false);
    return keccak256(key.subarray(1)).subarray(-ADDRESS);
  } catch (cause) {
    throw broken('the signature is nobody’s', cause);
  }
}
