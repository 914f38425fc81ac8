import { concatHex, keccak256, numberToHex, recoverAddress, toRlp } from 'viem';
import { bufferToHex, type Hex, hexToBuffer } from './hex';

/** An EIP-7702 authorization; the signature may be invalid. */
export type Authorization = Readonly<{
  chainId: bigint;
  address: Buffer;
  nonce: bigint;
  yParity: bigint;
  r: bigint;
  s: bigint;
}>;

const MAGIC = '0x05';

/** The signer of an authorization (20 bytes), null for an invalid signature. Does not check nonce or chain ID. */
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
    // The curve library throws for unrecoverable signatures, which anyone may put on chain.
    return null;
  }
}

/** RLP integers have no leading zeros; zero is empty. */
function toMinimalHex(value: bigint): Hex {
  return value === 0n ? '0x' : numberToHex(value);
}
