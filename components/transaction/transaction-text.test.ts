import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { getTransaction } from '@/lib/endpoints/transaction';
import type { SendEnds } from '@/lib/sentence/describe-send';
import { actionText } from './transaction-text';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const from = { ...example.from, name: 'Ann' };
const person = { ...example.from, name: 'Bo', is_contract: false };
const contract = { ...person, name: 'Pool', is_contract: true };
const sent = { ...example, status: 'ok', block_number: 1, from, to: person, created_contract: null } as const;
const base = { ...sent, method: null, value: '0', token_transfers: [], token_transfers_count: 0 };
const UNKNOWN = { net: undefined, chainId: '1' };

test.each([
  [{ value: '1000000000000000000' }, 'Ann sent 1 ETH to Bo'],
  [{}, 'Ann sent nothing to Bo'],
  [{ method: 'swap', value: '5' }, 'Ann called swap on Bo with 0.000000000000000005 ETH'],
  [{ to: contract }, 'Ann called Pool'],
  [{ to: contract, method: 'swap', status: 'error' }, 'Ann failed to call swap on Pool'],
  [{ to: null, created_contract: contract }, 'Ann created the contract Pool'],
  [{ to: null, block_number: null, status: null }, 'Ann wants to create a contract'],
] as const)('%j: %s', (part, text) => {
  const transaction = { ...base, ...part };
  expect(actionText(transaction, 'ETH', UNKNOWN)).toBe(text);
});

const [moved] = example.token_transfers;
if (!moved) throw new Error('the example has no transfer');
const token = (symbol: string, digit: string, decimals: string) => ({
  ...moved.token,
  ...{ address_hash: `0x${digit.repeat(40)}`, name: symbol, symbol, decimals, type: 'ERC-20' as const },
});
const [USDT, WETH] = [token('USDT', '1', '6'), token('WETH', '2', '18')];
const PUNK = { ...token('Punk', '3', '0'), type: 'ERC-721' };
const change = (asset: unknown, amount: string | null) => ({
  ...{ token: asset, token_id: null, amount, received: 0, sent: 0 },
});
/** Net changes of the sender, who paid a fee of 7 wei. */
const netOf = (
  changes: unknown[],
  source: 'traces' | 'none',
  { movements: kinds = [], count = changes.length }: { movements?: unknown[]; count?: number } = {},
) =>
  listNetChanges.response.parse({
    ...{
      items: [{ address: from, changes, changes_count: count }],
      next_page_params: null,
      accounts_count: 1,
    },
    fee: { total: '7', burnt: '7', priority: '0', blob: '0', rollup: '0', recipient: null },
    movements: kinds,
    ...{ movements_count: kinds.length, coin_source: source, meta: null },
  });
const two = '2000000000000000000';
const mint = { kind: 'mint', from: null, to: from, token: WETH, token_id: null, amount: two, count: 1 };
const ETH_OUT = change(null, '-1000000000000000007');
const USDT_OUT = change(USDT, '-35350000000');
const WETH_IN = change(WETH, '2000000000000000000');

test.each([
  {
    name: 'one token for another',
    changes: [USDT_OUT, WETH_IN, change(null, '-7')],
    text: 'swapped 35,350 USDT for 2 WETH through Pool',
  },
  {
    name: 'coin for a token',
    changes: [ETH_OUT, WETH_IN],
    text: 'swapped 1 ETH for 2 WETH through Pool',
  },
  {
    name: 'no swap, as the token was minted',
    changes: [ETH_OUT, WETH_IN],
    movements: [mint],
    text: 'deposited 1 ETH for 2 WETH through Pool',
  },
  {
    name: 'coin that may have come back',
    changes: [ETH_OUT, WETH_IN],
    isTraced: false,
    text: 'called swap on Pool with 1 ETH: received 2 WETH',
  },
  { name: 'nothing but the fee', changes: [change(null, '-7')], text: 'called swap on Pool with 1 ETH' },
])('a call: $name', ({ changes, text, movements = [], isTraced = true }) => {
  const transaction = { ...base, to: contract, method: 'swap', value: '1000000000000000000' };
  const known = { net: netOf(changes, isTraced ? 'traces' : 'none', { movements }), chainId: '1' };
  expect(actionText(transaction, 'ETH', known)).toBe(`Ann ${text}`);
});

test.each([
  [2, false, 'Ann called mintBatch on Pool and transferred tokens in 2 transfers'],
  [10, true, 'Ann called mintBatch on Pool and transferred tokens in more than 10 transfers'],
])('a batch of %i IDs is not told as one transfer of the first', (count, token_transfers_overflow, text) => {
  const token_transfers = Array.from({ length: count }, () => moved);
  const batch = { ...base, token_transfers, token_transfers_overflow, token_transfers_count: 1 };
  expect(actionText({ ...batch, to: contract, method: 'mintBatch' }, 'ETH', UNKNOWN)).toBe(text);
});

test('changes that are not all listed have no count', () => {
  const transaction = { ...base, to: contract, method: 'mintBatch' };
  const ids = Array.from({ length: 5 }, (_, id) => ({ ...change(PUNK, '1'), token_id: `${id}` }));
  const items = [change(null, '-7'), ...ids];
  const text = (count: number) =>
    actionText(transaction, 'ETH', { net: netOf(items, 'traces', { count }), chainId: '1' });
  expect(text(6)).toBe('Ann called mintBatch on Pool: received 5 Punk');
  expect(text(9_000)).toBe('Ann called mintBatch on Pool: received more than 5 assets');
});

test('a call that moves one token is named by what it moved', () => {
  const total = { value: '35350000000', decimals: '6' };
  const sent = { ...moved, token: USDT, total, from, to: person, type: 'token_transfer' as const };
  const to = { ...contract, hash: USDT.address_hash };
  const called = { ...base, to, method: 'transfer', token_transfers: [sent], token_transfers_count: 1 };
  expect(actionText(called, 'ETH', UNKNOWN)).toBe('Ann sent 35,350 USDT to Bo');
  const other = { ...sent, from: { ...person, hash: contract.hash.replace(/.$/, '9'), name: 'Cy' } };
  const pulled = { ...called, method: 'transferFrom', token_transfers: [other] };
  expect(actionText(pulled, 'ETH', UNKNOWN)).toBe('Ann moved 35,350 USDT from Cy to Bo');
  const wrapped = { ...called, token_transfers: [{ ...sent, is_wrap: true }], method: 'deposit' };
  const net = netOf([ETH_OUT, change({ ...USDT, decimals: '18' }, '1000000000000000000')], 'traces');
  expect(actionText(wrapped, 'ETH', { net, chainId: '1' })).toBe('Ann wrapped 1 ETH');
});

test('a transfer that failed is told by what was to be sent, if the token and the receiver are known', () => {
  const parameters = [
    { name: 'to', type: 'address', value: person.hash },
    { name: 'amount', type: 'uint256', value: '900000000000000' },
  ];
  const call = { method_id: 'a9059cbb', method_call: 'transfer(address to, uint256 amount)', parameters };
  const usdt = { ...contract, hash: USDT.address_hash };
  const failed = { ...base, method: 'transfer', status: 'error' as const, to: usdt, decoded_input: call };
  const textOf = (send: SendEnds | undefined, change: Partial<typeof failed> = {}) =>
    actionText({ ...failed, ...change }, 'ETH', { ...UNKNOWN, send });
  expect(textOf({ receiver: person, token: USDT })).toBe('Ann failed to send 900,000,000 USDT to Bo');
  for (const send of [undefined, { receiver: person, token: undefined }, { receiver: person, token: WETH }])
    expect(textOf(send)).toBe('Ann failed to call transfer on Pool');
  expect(
    textOf({ receiver: contract, token: USDT }, { decoded_input: { ...call, method_id: '23b872dd' } }),
  ).toBe('Ann failed to call transfer on Pool');
});
