import { createRequire } from 'node:module';
import type { ecdsaRecover } from 'secp256k1';
import { keccak256 } from '@/lib/evm/keccak';

/** Hash (32), r (32), s (32) and y-parity (1) of a signature. */
export const SIGNATURE_BYTES = 97;
/** An address. */
export const ADDRESS_BYTES = 20;

/** Recovers an uncompressed public key (65 bytes). Throws for a signature that has none. */
type Recover = (signature: Uint8Array, parity: number, hash: Uint8Array) => Uint8Array;

/** What recovers senders: the library built for this machine, or in WebAssembly, which takes twice the time. */
type SenderLibrary = Readonly<{ name: 'libsecp256k1' | 'libsecp256k1 in WebAssembly'; recover: Recover }>;

let library: Promise<SenderLibrary> | undefined;

/**
 * The signers (20 bytes each) of packed signatures (`SIGNATURE_BYTES` each), in their order; zeros where a signature does
 * not recover.
 */
export async function recoverSenders(packed: Uint8Array): Promise<Uint8Array> {
  const { recover } = await openSenderLibrary();
  const count = packed.length / SIGNATURE_BYTES;
  const senders = new Uint8Array(count * ADDRESS_BYTES);
  for (let at = 0; at < count; at++) {
    const entry = packed.subarray(at * SIGNATURE_BYTES, (at + 1) * SIGNATURE_BYTES);
    try {
      const publicKey = recover(entry.subarray(32, 96), entry[96] ?? 0, entry.subarray(0, 32));
      senders.set(keccak256(publicKey.subarray(1)).subarray(-ADDRESS_BYTES), at * ADDRESS_BYTES);
    } catch {
      // Both libraries throw for signatures that do not recover, which a node may return.
    }
  }
  return senders;
}

/** The fastest library that this machine has, loaded once. */
export function openSenderLibrary(): Promise<SenderLibrary> {
  library ??= (async () => loadNative() ?? (await loadWebAssembly()))();
  return library;
}

/** Its package holds builds for linux-x64 with glibc, darwin-arm64 and win32-x64. */
function loadNative(): SenderLibrary | undefined {
  try {
    // The package's main file would fall back on another library, in JavaScript.
    const addon: { ecdsaRecover: typeof ecdsaRecover } = createRequire(import.meta.url)('secp256k1/bindings');
    return {
      name: 'libsecp256k1',
      recover: (signature, parity, hash) => addon.ecdsaRecover(signature, parity, hash, false),
    };
  } catch {
    return undefined;
  }
}

/** For other machines. */
export async function loadWebAssembly(): Promise<SenderLibrary> {
  // The package's main file would load much else.
  const { instantiateSecp256k1 } = await import('@bitauth/libauth/build/lib/crypto/secp256k1.js');
  const { recoverPublicKeyUncompressed } = await instantiateSecp256k1();
  return {
    name: 'libsecp256k1 in WebAssembly',
    recover: (signature, parity, hash) => {
      const key = recoverPublicKeyUncompressed(signature, parity === 1 ? 1 : 0, hash);
      if (typeof key === 'string') throw new RangeError(key);
      return key;
    },
  };
}
