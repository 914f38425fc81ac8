import { bufferToHex } from '@/lib/evm/hex';

const EMPTY = Buffer.alloc(0);

/** An integer as RLP has it: big-endian without leading zeros, zero as no bytes. */
export function toRlpInteger(value: bigint | number): Buffer {
  if (value === 0 || value === 0n) return EMPTY;
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

/** An address that may be absent, as the recipient of a contract creation is: no bytes. */
export function toRlpAddress(address: Buffer | null): Buffer {
  return address ?? EMPTY;
}

/** For messages: the beginning of a hash. */
export function excerpt(hash: Buffer): string {
  return `${bufferToHex(hash).slice(0, 12)}…`;
}
