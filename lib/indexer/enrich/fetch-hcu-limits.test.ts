import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { fetchHcuLimits } from './fetch-hcu-limits';

const GET_VERSION = toFunctionSelector('getVersion()');
const EMPTY = `0x${'0'.repeat(64)}`;
/** 3 of a transaction, 2 deep, 4 of a block. */
const PACKED = `0x${((3n << 192n) | (2n << 144n) | 4n).toString(16).padStart(64, '0')}`;

/** What is read of a contract that has a version and no other getter; \`slot\` undefined: the node has no such state. */
function readLimits(version: string, slot: string | undefined) {
  const rpc = createFakeRpc(async (method, [call]) => {
    if (method === 'eth_getCode') return '0x6000';
    if (method === 'eth_getStorageAt' && slot !== undefined) return slot;
    if (method === 'eth_getStorageAt')
      throw new RpcError(method, { code: -32000, message: 'missing trie node' });
    if (JSON.stringify(call).includes(GET_VERSION))
      return encodeAbiParameters(parseAbiParameters('string'), [version]);
    throw new RpcError(method, { code: 3, message: 'execution reverted', data: '0x' });
  });
  return fetchHcuLimits(rpc, Buffer.alloc(20, 1), 7);
}

test('the 0.2.0 of fhEVM 0.7 and 0.8 has its limits as constants, that of 0.12 has them in storage', async () => {
  const version = 'HCULimit v0.2.0';
  expect(await readLimits(version, EMPTY)).toEqual({ source: 'constants', version });
  const limits = { perTransaction: 3, depth: 2, perBlock: 4 };
  expect(await readLimits(version, PACKED)).toEqual({ source: 'contract', version, limits });
});

test('a contract whose limits cannot be read has unknown ones', async () => {
  const unknown = { source: 'unknown', version: null };
  expect(await readLimits('HCULimit v0.2.0', undefined)).toEqual(unknown);
  expect(await readLimits('HCULimit v0.4.0', EMPTY)).toEqual(unknown);
  expect(await readLimits('HCULimit v0.1.0', EMPTY)).toMatchObject({ source: 'constants' });
});
