import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { ChainLink } from '@/components/chain/chain-link';
import { toHtml } from '@/components/ui/to-html';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { getTransaction } from '@/lib/endpoints/transaction';
import { coinIn } from '@/lib/format/amount';
import { describeTransaction, type Part } from '@/lib/sentence/describe-transaction';

import { assetText } from '../token-transfer/asset-amount';
import { TransactionSentence } from './transaction-sentence';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const [moved] = example.token_transfers;
if (!moved) throw new Error('the example has no transfer');

const account = (name: string, digit: string, is_contract = false) => ({
  ...example.from,
  ...{ hash: `0x${digit.repeat(40)}`, name, is_contract, metadata: null },
});
const [ann, bot, bo, cy] = [
  account('Ann', 'a'),
  account('Bot', 'b', true),
  account('Bo', 'c'),
  account('Cy', 'd'),
];
const [pool, other, builder] = [account('P1', '5', true), account('P2', '6', true), account('Builder', '7')];
const token = (symbol: string, digit: string, [type, decimals] = ['ERC-20', '6']) => ({
  ...moved.token,
  ...{ address_hash: `0x${digit.repeat(40)}`, name: symbol, symbol, decimals, type },
});
const [USDC, WETH, PUNK] = [
  token('USDC', '1'),
  token('WETH', '2', ['ERC-20', '18']),
  token('Punk', '3', ['ERC-721', '0']),
];
const ETHER = 10n ** 18n;

type Change = readonly [asset: typeof USDC | null, amount: bigint, id?: string];
const changeOf = ([asset, amount, id]: Change) => ({
  ...{ token: asset, token_id: id ?? null, amount: String(amount), received: 0, sent: 0 },
});
/** Net changes of accounts, and movements as kind, from, to and change. */
function netOf(
  accounts: readonly (readonly [typeof ann, ...Change[]])[],
  movements: readonly (readonly [string, typeof ann | null, typeof ann | null, Change])[] = [],
) {
  const items = accounts.map(([address, ...changes]) => ({
    ...{ address, changes: changes.map(changeOf), changes_count: changes.length },
  }));
  return listNetChanges.response.parse({
    ...{ items, next_page_params: null, accounts_count: items.length, movements_count: movements.length },
    ...{ coin_source: 'traces', meta: null },
    fee: { total: '0', burnt: '0', priority: '0', blob: '0', rollup: '0', recipient: builder },
    movements: movements.map(([kind, from, to, change]) => ({
      kind,
      from,
      to,
      count: 1,
      ...changeOf(change),
    })),
  });
}

const textOf = (part: Part): string => {
  if (typeof part === 'string') return part;
  if ('address' in part) return String(part.address.name);
  if ('asset' in part) return assetText(part.asset, coinIn(undefined, 'ETH'));
  return 'method' in part ? part.method : '';
};
const base = {
  ...example,
  ...{ status: 'ok' as const, block_number: 1, from: ann, to: bot, created_contract: null, value: '0' },
  ...{ token_transfers: [], token_transfers_count: 0, actions: [], decoded_input: null, failure: null },
};
const say = (method: string, net: ReturnType<typeof netOf>) =>
  describeTransaction({ ...base, method }, { net, chainId: '1' })
    .map(textOf)
    .join('');

test('what was paid and got through a contract of no known name is a swap, with its price', () => {
  const net = netOf([[ann, [null, -2n * ETHER], [USDC, 3_946_880_000n]]]);
  expect(say('0x12345678', net)).toBe(
    'Ann swapped 2 ETH for 3,946.88 USDC through Bot (1 ETH = 1,973.44 USDC)',
  );
});

test('on the page amounts have all their digits, and a price those that say something', () => {
  const net = netOf([[ann, [WETH, -3n * ETHER], [USDC, 10_000_123_456n]]]);
  const known = { net, chainId: '1' };
  const props = { transaction: { ...base, method: '0x12345678' }, symbol: 'ETH', known };
  // links need the page that they are on: they are drawn as their words
  const html = toHtml(
    createElement(TransactionSentence, { ...props, lookAlikes: new Set<string>() }),
    ChainLink,
  );
  const text = html?.replace(/<[^>]*>/g, '');
  expect(text).toContain('swapped 3 WETH for 10,000.123456 USDC');
  expect(text).toContain('(1 WETH = 3,333.37 USDC)');
  expect(html).toContain('data-copy="3333.374485333333333333"');
});

test('a swap with the funds of the contract, and what it paid for its place', () => {
  const net = netOf(
    [
      [ann, [null, -17_686_110n]],
      [bot, [WETH, -ETHER], [USDC, 2_000_000_000n]],
      [pool, [WETH, ETHER], [USDC, -2_000_000_000n]],
    ],
    [['call', bot, builder, [null, ETHER / 100n]]],
  );
  expect(say('0x00000000', net)).toBe(
    'Ann had Bot swap 1 WETH for 2,000 USDC, paying 0.01 ETH to the fee recipient of the block (1 WETH = 2,000 USDC)',
  );
});

test('a circle through pools is arbitrage', () => {
  const net = netOf([
    [bot, [WETH, ETHER / 10n]],
    [pool, [WETH, ETHER], [USDC, -2_000n]],
    [other, [WETH, (ETHER * -11n) / 10n], [USDC, 2_000n]],
  ]);
  expect(say('0x00000000', net)).toBe('Ann gained 0.1 WETH by arbitrage between 2 pools through Bot');
});

test('it is none if another account paid for the gain', () => {
  const net = netOf([
    [bot, [WETH, ETHER / 10n]],
    [cy, [USDC, -200n]],
    [pool, [WETH, ETHER], [USDC, -2_000n]],
    [other, [WETH, (ETHER * -11n) / 10n], [USDC, 2_200n]],
  ]);
  expect(say('0x00000000', net)).not.toContain('arbitrage');
});

test('orders of others', () => {
  const one = [bo, [USDC, -1_000_000n], [WETH, ETHER]] as const;
  expect(say('settle', netOf([one, [pool, [USDC, 1_000_000n], [WETH, -ETHER]]]))).toContain(
    'Ann settled a trade of Bo: 1 USDC for 1 WETH',
  );
  const two = [cy, [USDC, 1_000_000n], [WETH, -ETHER]] as const;
  expect(say('settle', netOf([one, two]))).toBe('Ann settled trades of 2 accounts');
});

test.each([
  [
    'a distribution',
    [
      [bot, [USDC, -3_000_000n]],
      [bo, [USDC, 1_000_000n]],
      [cy, [USDC, 2_000_000n]],
    ],
    'had Bot send 3 USDC to 2 accounts',
  ],
  [
    'of the sender',
    [
      [ann, [USDC, -3_000_000n]],
      [bo, [USDC, 1_000_000n]],
      [cy, [USDC, 2_000_000n]],
    ],
    'sent 3 USDC to 2 accounts through Bot',
  ],
  [
    'a collection',
    [
      [cy, [USDC, -1_000_000n]],
      [bot, [USDC, -1_000_000n]],
      [bo, [USDC, 2_000_000n]],
    ],
    'gathered 2 USDC from 2 accounts for Bo',
  ],
  [
    'a payment',
    [
      [ann, [null, -ETHER]],
      [bot, [null, ETHER]],
    ],
    'paid 1 ETH to Bot, calling foo',
  ],
  [
    'from a third',
    [
      [cy, [USDC, -1_000_000n]],
      [bo, [USDC, 1_000_000n]],
    ],
    'moved 1 USDC from Cy to Bo',
  ],
  [
    'to the sender',
    [
      [bot, [USDC, -1_000_000n]],
      [ann, [USDC, 1_000_000n]],
    ],
    'received 1 USDC from Bot',
  ],
] as const)('%s', (_, accounts, text) => {
  expect(say('foo', netOf(accounts))).toBe(`Ann ${text}`);
});

test.each([
  ['buy', [[ann, [null, -ETHER], [PUNK, 1n, '7']]], [], 'bought Punk #7 for 1 ETH through Bot'],
  [
    'takeBid',
    [[ann, [PUNK, -1n, '7'], [PUNK, -1n, '8'], [PUNK, -1n, '9'], [WETH, ETHER]]],
    [],
    'sold 3 Punk for 1 WETH through Bot',
  ],
  [
    'mint',
    [[ann, [null, -ETHER], [PUNK, 1n, '7']]],
    [['mint', null, ann, [PUNK, 1n, '7']]],
    'minted Punk #7 for 1 ETH through Bot',
  ],
  [
    'stake',
    [[ann, [null, -ETHER], [WETH, ETHER]]],
    [['mint', null, ann, [WETH, ETHER]]],
    'staked 1 ETH for 1 WETH through Bot',
  ],
  ['supply', [[ann, [USDC, -1_000_000n]]], [], 'deposited 1 USDC into Bot'],
  ['claimRewards', [[ann, [USDC, 1_000_000n]]], [], 'claimed 1 USDC from Bot'],
  ['depositETHTo', [[ann, [null, -ETHER]]], [], 'bridged 1 ETH through Bot'],
] as const)('a call of %s', (...[method, accounts, movements, text]) => {
  expect(say(method, netOf(accounts, movements))).toBe(`Ann ${text}`);
});

test('a token that takes a fee is sent, not sent through itself', () => {
  const token = { ...USDC, address_hash: bot.hash };
  const net = netOf([
    [ann, [token, -3_000_000n]],
    [bo, [token, 3_000_000n]],
  ]);
  expect(say('send', net)).toBe('Ann sent 3 USDC to Bo');
});

test('a call that moved nothing says so', () => {
  expect(say('poke', netOf([]))).toBe('Ann called poke on Bot, which moved no assets');
});
