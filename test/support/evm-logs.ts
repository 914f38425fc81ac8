import type { EvmLog } from '@/lib/evm/decode-transfers';
import { hexToBuffer } from '@/lib/evm/hex';

/** The 32-byte word of a number, or of hex bytes aligned to the right. */
export function word(value: bigint | number | string): Buffer {
  const digits = typeof value === 'string' ? value.slice(2) : value.toString(16);
  return Buffer.from(digits.padStart(64, '0'), 'hex');
}

/** A 20-byte address that repeats one byte. */
export function addressOf(byte: number): Buffer {
  return Buffer.alloc(20, byte);
}

export function addressWord(byte: number): Buffer {
  return Buffer.concat([Buffer.alloc(12), addressOf(byte)]);
}

/** A log of the contract 0xcccc…; topics are hex or words, data the words given. */
export function makeLog(
  topics: readonly (string | Buffer)[],
  data: readonly Buffer[] = [],
  logIndex = 0,
): EvmLog {
  return {
    logIndex,
    address: addressOf(0xcc),
    topics: topics.map((topic) => (typeof topic === 'string' ? hexToBuffer(topic) : topic)),
    data: Buffer.concat(data),
  };
}
