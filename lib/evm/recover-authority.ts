import { concatHex, keccak256, numberToHex, recoverAddress, toRlp } from 'viem';
import { bufferToHex, type Hex, hexToBuffer } from './hex';

/** An EIP-7702 authorization as a transaction carries it; the signature may be invalid. */
export type Authorization = Readonly<{
  chainId: bigint;
  address: Buffer;
  nonce: bigint;
  yParity: bigint;
  r: bigint;
  s: bigint;
}>;

/** EIP-7702's prefix of what is signed. */
const MAGIC = '0x05';

/**
 * Who signed an EIP-7702 authorization: a 20-byte address, or null when the signature is not one. Whether the
 * authorization took effect is another question (nonce, chain id).
 */
export async function recoverAuthority(authorization: Authorization): Promise<Buffer | null> {
  const { chainId, address, nonce, yParity, r, s } = authorization;
  if (yParity > 1n) return null;
  const fields = [toMinimalHex(chainId), bufferToHex(address), toMinimalHex(nonce)];
  const hash = keccak256(concatHex([MAGIC, toRlp(fields)]));
  const signature = {
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
    yParity: Number(yParity),
  };
  try {
    return hexToBuffer(await recoverAddress({ hash, signature }));
  } catch {
    // The curve library throws for a signature that belongs to no key: anyone may put such a one on chain.
    return null;
  }
}

/** RLP integers have no leading zero bytes, and zero has no bytes. */
function toMinimalHex(value: bigint): Hex {
  return value === 0n ? '0x' : numberToHex(value);
}
