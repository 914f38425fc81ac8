import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ChainLink } from '@/components/chain/chain-link';
import { toHtml } from '@/components/ui/to-html';
import { getTransaction } from '@/lib/endpoints/transaction';
import type { SandwichPart } from '@/lib/endpoints/transaction-overview';
import { mentionOf } from '@/test/support/mention';
import { SandwichNotice } from './sandwich-notice';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const [moved] = getTransaction.response.parse(examples.getTransaction?.body).token_transfers;
if (!moved) throw new Error('the example has no transfer');
const token = { ...moved.token, symbol: 'USDX', decimals: '6' };

const hash = (digit: number) => `0x${String(digit).repeat(64)}`;
const SANDWICH: SandwichPart = {
  ...{ role: 'victim', front: hash(1), back: hash(2), victims: [hash(3)], victims_count: 1 },
  ...{
    pool: mentionOf(`0x${'4'.repeat(40)}`, { name: '<b>Pool' }),
    account: mentionOf(`0x${'5'.repeat(40)}`),
  },
  cost: { token, amount: '990000000', expected: '1000123456789' },
  gain: { token, amount: '123456789012345' },
};

/** Links are drawn as their words: they need the page that they are on. */
const render = (part: Partial<SandwichPart>) =>
  toHtml(createElement(SandwichNotice, { sandwich: { ...SANDWICH, ...part } }), ChainLink) ?? '';
const textOf = (part: Partial<SandwichPart> = {}) => render(part).replace(/<[^>]*>/g, '');

test('a swap that was sandwiched is told by which transactions, and what it lost, complete', () => {
  const text = textOf();
  expect(text).toContain('Sandwiched: 0x111111…111111 and 0x222222…222222 traded around this swap');
  expect(text).toContain(
    'It got 990 USDX instead of 1,000,123.456789 USDX: 999,133.456789 USDX less (99.9%).',
  );
  expect(text).toContain('0x555555…555555 had 123,456,789.012345 USDX more');
  expect(render({})).not.toContain('<b>Pool');
});

test('a cost that cannot be computed is not guessed, and a gain that is not known is left out', () => {
  const text = textOf({ cost: null, gain: null });
  expect(text).toContain('What that cost cannot be computed exactly from the logs.');
  expect(text).not.toMatch(/It got|more, not counting/);
});

test('those who traded around it are told what they did, and nothing of the cost', () => {
  const victims = [3, 6, 7, 8].map(hash);
  const front = textOf({ role: 'front', victims, victims_count: 12 });
  expect(front).toContain(
    'Front run: it bought before 0x333333…333333, 0x666666…666666, 0x777777…777777 and 9 more',
  );
  expect(front).toContain('and 0x222222…222222 sold after');
  const back = textOf({ role: 'back' });
  expect(back).toContain('Back run: it sold after 0x333333…333333 what 0x111111…111111 had bought before');
  for (const text of [front, back]) expect(text).not.toMatch(/It got|cannot be computed/);
});
