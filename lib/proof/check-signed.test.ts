import { describe, expect, test } from 'vitest';
import { keccak256 } from '@/lib/evm/keccak';
import { parseBlock } from '@/lib/rpc/block';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { makeProvableBlock } from '@/test/support/provable-block';
import { findForgeries, findForgery } from './check-signed';
import { recoverSenders } from './recover-senders';
import { encodeTransaction } from './transaction';

const { transactions } = parseBlock((await makeProvableBlock(5)).block);
const at = (type: number): SignedTransaction => {
  const found = transactions.find((transaction) => transaction.type === type);
  if (!found) throw new Error(`no transaction of type ${type}`);
  return found;
};

test('nothing is forged of transactions as they were signed, of every type', async () => {
  expect(new Set(transactions.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3, 4, 0x7e]));
  expect([...(await findForgeries(transactions, recoverSenders))]).toEqual([]);
});

describe.each([0, 1, 2, 3, 4])('of type %d', (type) => {
  const changes: [string, Partial<SignedTransaction>][] = [
    ['value', { value: 99n }],
    ['input', { input: Buffer.from('00', 'hex') }],
    ['nonce', { nonce: 99n }],
    ['signature', { signature: { v: 27n, r: 0n, s: 0n } }],
  ];
  test.each(changes)('another %s has another hash', async (_, change) => {
    expect(await findForgery({ ...at(type), ...change }, recoverSenders)).toBe('hash');
  });

  test('another sender has not signed it', async () => {
    expect(await findForgery({ ...at(type), from: Buffer.alloc(20, 1) }, recoverSenders)).toBe('sender');
  });
});

test('nobody, not even the zero address, sends what no signature recovers for', async () => {
  const changed = { ...at(2), from: Buffer.alloc(20), signature: { v: 0n, r: 5n, s: 2n ** 256n - 1n } };
  const hash = keccak256(encodeTransaction(changed));
  expect(await findForgery({ ...changed, hash }, recoverSenders)).toBe('sender');
});

test('a deposit without its source has no signature; of an unknown type nothing follows', async () => {
  expect(await findForgery({ ...at(0x7e), deposit: null }, recoverSenders)).toBe('signature');
  expect(await findForgery({ ...at(2), type: 0x64 }, recoverSenders)).toBeUndefined();
});

test('forged ones are found among others', async () => {
  const forged = { ...at(2), from: Buffer.alloc(20, 1) };
  const found = await findForgeries([at(0), forged, at(1)], recoverSenders);
  expect([...found]).toEqual([[forged, 'sender']]);
});
