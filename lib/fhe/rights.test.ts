import { encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { FHE_HOST } from '@/lib/evm/interfaces/confidential';
import type { ReceiptLog } from './receipt';
import { listReaders, mayDecrypt, NO_EXPIRY, readRights } from './rights';

const ACL = '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D';
const [ALICE, BOB, CAROL, TOKEN, VAULT] = [1, 2, 3, 4, 5].map((n): Hex => `0x${`0${n}`.repeat(20)}`);
const [SECRET, OTHER] = [1, 2].map((n): Hex => `0x${`a${n}`.repeat(32)}`);
const EVERYWHERE = `0x${'ff'.repeat(20)}`;
const abi = parseAbi(FHE_HOST);

/** A log of the ACL as JSON-RPC answers it. */
function log(name: string, values: Record<string, unknown>): ReceiptLog {
  const event = abi.find((item) => item.type === 'event' && item.name === name);
  if (event?.type !== 'event') throw new Error(name);
  const topics = encodeEventTopics({ abi: [event], args: values }).map(String);
  const plain = event.inputs.filter((input) => !input.indexed);
  const data = encodeAbiParameters(
    plain,
    plain.map((input) => values[input.name ?? '']),
  );
  return { address: ACL, topics, data, logIndex: 0 };
}
const allow = (handle: unknown, account: unknown) => log('Allowed', { caller: TOKEN, account, handle });
const delegate = (delegate: unknown, contractAddress: unknown, newExpirationDate: bigint) => {
  const parties = { delegator: ALICE, delegate, contractAddress, delegationCounter: 1n };
  return log('DelegatedForUserDecryption', { ...parties, oldExpirationDate: 0n, newExpirationDate });
};

test('accounts with a right and their delegates may decrypt, delegates until their delegation ends', () => {
  const logs = [allow(SECRET, ALICE), allow(SECRET, TOKEN), delegate(BOB, TOKEN, 500n)];
  const rights = readRights(logs, { chainId: 31337 });
  const own = [ALICE, TOKEN].map((account) => ({ account, delegator: null, until: null }));
  expect(listReaders(rights, String(SECRET), 499n)).toEqual([
    ...own,
    { account: BOB, delegator: ALICE, until: 500n },
  ]);
  expect(listReaders(rights, String(SECRET), 500n)).toEqual(own);
  expect(mayDecrypt(rights, { handle: String(SECRET), account: String(CAROL), time: 1n })).toBe(false);
});

test('a delegation counts for the contracts that it names, if these have a right themselves', () => {
  const rights = readRights(
    [
      ...[allow(SECRET, ALICE), allow(SECRET, TOKEN), allow(OTHER, ALICE)],
      ...[delegate(BOB, VAULT, NO_EXPIRY), delegate(CAROL, EVERYWHERE, NO_EXPIRY)],
    ],
    { acl: ACL.toLowerCase() },
  );
  const may = (account: unknown, handle: unknown) =>
    mayDecrypt(rights, { handle: String(handle), account: String(account), time: 1n });
  expect([may(BOB, SECRET), may(CAROL, SECRET), may(CAROL, OTHER)]).toEqual([false, true, false]);
});

test('the latest of delegation and revocation counts', () => {
  const given = [allow(SECRET, ALICE), allow(SECRET, TOKEN), delegate(BOB, TOKEN, NO_EXPIRY)];
  const parties = { delegator: ALICE, delegate: BOB, contractAddress: TOKEN, delegationCounter: 2n };
  const revoked = log('RevokedDelegationForUserDecryption', { ...parties, oldExpirationDate: NO_EXPIRY });
  const may = (logs: readonly ReceiptLog[]) =>
    mayDecrypt(readRights(logs, { acl: ACL }), { handle: String(SECRET), account: String(BOB), time: 1n });
  expect([may(given), may([...given, revoked]), may([revoked, ...given])]).toEqual([true, false, true]);
});

test('anyone may decrypt an open handle', () => {
  const logs = [log('AllowedForDecryption', { caller: TOKEN, handlesList: [OTHER, SECRET] })];
  const rights = readRights(logs, { acl: ACL });
  const handle = String(SECRET).toUpperCase().replace('0X', '0x');
  expect(mayDecrypt(rights, { handle, account: String(CAROL), time: 1n })).toBe(true);
});

test('logs of other contracts and other logs of the ACL grant nothing, and what cannot be read is refused', () => {
  const forged = { ...allow(SECRET, ALICE), address: String(VAULT) };
  const odd = { ...allow(SECRET, ALICE), data: '0x' };
  const { allowed } = readRights([forged, odd, log('BlockedAccount', { account: ALICE })], { acl: ACL });
  expect(allowed.size).toBe(0);
  expect(() => readRights([], { chainId: 5n })).toThrow(RangeError);
  expect(() => readRights([], { acl: '0x12' })).toThrow(TypeError);
  expect(() => readRights([{ ...odd, data: 'nothing' }], { acl: ACL })).toThrow(TypeError);
});
