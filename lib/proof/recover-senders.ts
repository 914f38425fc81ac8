import { createRequire } from 'node:module';
import type { ecdsaRecover } from 'secp256k1';
import { recoverPublicKey } from 'viem/utils';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';

/** Hash (32), r (32), s (32) and y-parity (1) of a signature. */
export const SIGNATURE_BYTES = 97;
/** An address. */
export const ADDRESS_BYTES = 20;

/** Recovers an uncompressed public key (65 bytes). Throws for a signature that has none. */
type Recover = (signature: Uint8Array, parity: number, hash: Uint8Array) => Uint8Array | Promise<Uint8Array>;

let recover: Recover | undefined;

/**
 * The signers (20 bytes each) of packed signatures (`SIGNATURE_BYTES` each), in their order; zeros where a signature does
 * not recover.
 */
export async function recoverSenders(packed: Uint8Array): Promise<Uint8Array> {
  recover ??= loadNative() ?? recoverPortably;
  const count = packed.length / SIGNATURE_BYTES;
  const senders = new Uint8Array(count * ADDRESS_BYTES);
  for (let at = 0; at < count; at++) {
    const entry = packed.subarray(at * SIGNATURE_BYTES, (at + 1) * SIGNATURE_BYTES);
    try {
      const key = recover(entry.subarray(32, 96), entry[96] ?? 0, entry.subarray(0, 32));
      const publicKey = key instanceof Uint8Array ? key : await key;
      senders.set(keccak256(publicKey.subarray(1)).subarray(-ADDRESS_BYTES), at * ADDRESS_BYTES);
    } catch {
      // Both libraries throw for signatures that do not recover, which a node may return.
    }
  }
  return senders;
}

/** libsecp256k1, thirty times as fast; its package holds it for linux-x64, darwin-arm64 and win32-x64. */
function loadNative(): Recover | undefined {
  try {
    // The package's main file would fall back on another library.
    const addon: { ecdsaRecover: typeof ecdsaRecover } = createRequire(import.meta.url)('secp256k1/bindings');
    return (signature, parity, hash) => addon.ecdsaRecover(signature, parity, hash, false);
  } catch {
    return undefined;
  }
}

/** In JavaScript, for other machines. */
export async function recoverPortably(
  signature: Uint8Array,
  parity: number,
  hash: Uint8Array,
): Promise<Uint8Array> {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)].map(bufferToHex);
  if (r === undefined || s === undefined) throw new RangeError('a signature has 64 bytes');
  const key = await recoverPublicKey({ hash: bufferToHex(hash), signature: { r, s, yParity: parity } });
  return hexToBuffer(key);
}
