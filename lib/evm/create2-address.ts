import { keccak256 } from './keccak';

/** The address of a contract that CREATE2 makes (EIP-1014): `creator` has 20 bytes, `salt` and the hash of the code 32. */
export function create2Address(creator: Buffer, salt: Buffer, initCodeHash: Buffer): Buffer {
  return keccak256(Buffer.concat([Buffer.of(0xff), creator, salt, initCodeHash])).subarray(12);
}
