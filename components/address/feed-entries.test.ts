import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { mentionOf } from '@/test/support/mention';
import { listFeedEntries } from './feed-entries';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const [moved] = example.token_transfers;
if (!moved) throw new Error('the example has no transfer');

const at = (second: number) => `2026-01-01T00:00:0${second}.000000Z`;
const person = (digit: number, name: string) => mentionOf(`0x${String(digit).repeat(40)}`, { name });
const [ann, bo] = [person(1, 'Ann'), person(2, 'Bo')];
const [ANN, BO] = ['Ann 0x111111…111111', 'Bo 0x222222…222222'];
const usdx = { ...moved.token, symbol: 'USDX', decimals: '6', type: 'ERC-20' as const };
const transfer = {
  ...{ ...moved, from: bo, to: ann, token: usdx, token_type: 'ERC-20' as const, log_index: 3 },
  ...{ total: { value: '1250500000', decimals: '6' }, encrypted_amount: null },
};
const base = { ...example, from: ann, to: bo, created_contract: null, method: null };
const sent = { ...base, hash: '0xaa', timestamp: at(2), status: 'ok' as const, value: '1500000000000000000' };

test('entries are transactions, and transfers in the transactions of others, newest first', () => {
  const failed = { ...sent, hash: '0xbb', timestamp: at(4), status: 'error' as const, method: 'swap' };
  const entries = listFeedEntries({
    transactions: [failed, sent],
    transfers: [
      // of a batch
      { ...transfer, transaction_hash: '0xcc', timestamp: at(3) },
      { ...transfer, transaction_hash: '0xcc', timestamp: at(3) },
      { ...transfer, transaction_hash: '0xaa', timestamp: at(2) },
    ],
    symbol: 'ETH',
    urlOf: (path) => `https://a.b/1${path}`,
  });
  expect(entries.map(({ url, title }) => [url, title])).toEqual([
    ['https://a.b/1/tx/0xbb', `Failed: swap: 1.50 ETH from ${ANN} to ${BO}`],
    ['https://a.b/1/tx/0xcc/token-transfers#log-3', `1,250.5 USDX from ${BO} to ${ANN}`],
    ['https://a.b/1/tx/0xaa', `1.50 ETH from ${ANN} to ${BO}`],
  ]);
});

test('pending transactions have no time yet and are left out, of very many only the newest stay', () => {
  const lists = { transfers: [], symbol: 'ETH', urlOf: (path: string) => path };
  const many = Array.from({ length: 80 }, (_, index) => ({ ...sent, hash: `0x${index}` }));
  expect(listFeedEntries({ ...lists, transactions: [{ ...sent, timestamp: null }] })).toEqual([]);
  expect(listFeedEntries({ ...lists, transactions: many })).toHaveLength(50);
});
