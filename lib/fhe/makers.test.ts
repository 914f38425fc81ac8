import { expect, test } from 'vitest';
import { makerOfHandle } from './makers';

const CHAIN_ID = 11_155_111;

function handleOf(write: (handle: Buffer) => void): Buffer {
  const handle = Buffer.alloc(32, 0xab);
  write(handle);
  return handle;
}

test('a handle has the form of the one that made it, with the ID of its chain', () => {
  const fhevm = handleOf((handle) => {
    handle.writeBigUInt64BE(BigInt(CHAIN_ID), 22);
    handle.writeUInt8(0, 31);
  });
  const nox = handleOf((handle) => {
    handle.writeUInt8(0, 0);
    handle.writeUInt32BE(CHAIN_ID, 1);
  });
  expect(makerOfHandle(fhevm, CHAIN_ID)).toBe('fhevm');
  expect(makerOfHandle(nox, CHAIN_ID)).toBe('nox');
  expect([fhevm, nox].map((handle) => makerOfHandle(handle, 1))).toEqual([undefined, undefined]);
});

test('other bytes tell no maker', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(31), Buffer.alloc(32, 0xff)])
    expect(makerOfHandle(bytes, CHAIN_ID)).toBeUndefined();
});
