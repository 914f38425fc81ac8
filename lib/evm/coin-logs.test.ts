import { expect, test } from 'vitest';
import { parseReceipt } from '@/lib/rpc/receipt';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { readCoinLog, SYSTEM_ADDRESS, TRANSFER_TOPIC } from './coin-logs';
import { decodeTransfers } from './decode-transfers';
import { addressToWord } from './words';

const alice = Buffer.alloc(20, 0xa1);
const bob = Buffer.alloc(20, 0xb0);
const LOG = {
  logIndex: 0,
  address: SYSTEM_ADDRESS,
  topics: [TRANSFER_TOPIC, addressToWord(alice), addressToWord(bob)],
  data: Buffer.alloc(32, 0xff),
};

test('a log of the system address is a transfer of coin, and of no token', () => {
  expect(readCoinLog(LOG)).toEqual({ from: alice, to: bob, value: 2n ** 256n - 1n });
  expect(decodeTransfers([LOG])).toEqual([]);
});

test.each([
  ['of a token', { ...LOG, address: bob }],
  ['of another event', { ...LOG, topics: [Buffer.alloc(32), ...LOG.topics.slice(1)] }],
  ['with a topic that is no address', { ...LOG, topics: [TRANSFER_TOPIC, TRANSFER_TOPIC, TRANSFER_TOPIC] }],
  ['with a fourth topic', { ...LOG, topics: [...LOG.topics, Buffer.alloc(32)] }],
  ['with less data', { ...LOG, data: Buffer.alloc(31) }],
  ['with more data', { ...LOG, data: Buffer.alloc(64) }],
  ['without topics', { ...LOG, topics: [] }],
])('a log %s is none', (_, log) => {
  expect(readCoinLog(log)).toBeUndefined();
});

test('tokens that move beside coin are told apart by their address alone', () => {
  const found = AMSTERDAM.blocks.flatMap(({ receipts }) =>
    receipts.flatMap((receipt) => {
      const { logs } = parseReceipt(receipt);
      const coins = logs.filter((log) => readCoinLog(log) !== undefined);
      return [{ coins: coins.length, tokens: decodeTransfers(logs).length }];
    }),
  );
  const sum = (name: 'coins' | 'tokens') => found.reduce((total, counts) => total + counts[name], 0);
  // a Transfer of a token and a Deposit of a wrapped coin
  expect([sum('coins'), sum('tokens')]).toEqual([31, 2]);
});
