import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initSync } from 'tkms';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, expect, test } from 'vitest';
import { answerAsKms } from '@/test/support/fake-kms';
import { createKeys, openShares } from './kms';
import type { Share } from './relayer';

const KMS = {
  privateKey: `0x${'17'.repeat(32)}`,
  gatewayChainId: 654321,
  verifyingContract: getAddress(`0x${'d1'.repeat(20)}`),
} as const;
const ACCOUNT = getAddress(`0x${'ab'.repeat(20)}`);
const HANDLE = `0x${'5a'.repeat(21)}ff0000000000007a690500`;
const EXPECTED = {
  account: ACCOUNT,
  handle: HANDLE,
  gateway: { chainId: BigInt(KMS.gatewayChainId), contract: KMS.verifyingContract },
  signers: [privateKeyToAccount(KMS.privateKey).address],
};

beforeAll(() => {
  initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('tkms/kms_lib_bg.wasm'))) });
});

async function answer(over: { handle?: string; userAddress?: string; privateKey?: `0x${string}` } = {}) {
  const keys = await createKeys();
  const { handle = HANDLE, userAddress = ACCOUNT, privateKey = KMS.privateKey } = over;
  const request = { handle, userAddress, publicKey: keys.publicKey.slice(2) };
  const { payload, signature } = await answerAsKms({ ...KMS, privateKey }, request, 2n ** 63n + 5n);
  const shares: Share[] = [{ payload, signature, extra_data: null }];
  return { keys, shares };
}

test('the value in an answer that the KMS signed for this request', async () => {
  const { keys, shares } = await answer();
  expect(openShares(keys, shares, EXPECTED)).toBe(2n ** 63n + 5n);
});

test.each([
  ['another handle', { handle: `0x${'5b'.repeat(21)}ff0000000000007a690500` }],
  ['another account', { userAddress: getAddress(`0x${'ac'.repeat(20)}`) }],
  ['another signer', { privateKey: `0x${'18'.repeat(32)}` }],
] as const)('an answer for %s is refused', async (_, over) => {
  const { keys, shares } = await answer(over);
  expect(() => openShares(keys, shares, EXPECTED)).toThrow('The answer of the relayer is not valid');
});

test('an answer for another key, a changed one and none are refused', async () => {
  const { keys, shares } = await answer();
  const others = await createKeys();
  expect(() => openShares(others, shares, EXPECTED)).toThrow('not valid');
  const changed = shares.map((one) => ({ ...one, payload: `${one.payload.slice(0, -2)}01` }));
  expect(() => openShares(keys, changed, EXPECTED)).toThrow('not valid');
  expect(() => openShares(keys, [], EXPECTED)).toThrow('not valid');
  const unsigned = shares.map((one) => ({ ...one, signature: '' }));
  expect(() => openShares(keys, unsigned, EXPECTED)).toThrow('not valid');
});
