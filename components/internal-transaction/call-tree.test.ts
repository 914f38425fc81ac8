import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { CallFrame, Omission } from '@/lib/endpoints/call-tree';
import { getTransaction } from '@/lib/endpoints/transaction';
import { type Coin, coinIn } from '@/lib/format/amount';
import { mentionOf } from '@/test/support/mention';
import { CallTree } from './call-tree';
import { describeCallCount } from './describe-call-count';

const FILE = new URL('../../lib/endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const [moved] = getTransaction.response.parse(examples.getTransaction?.body).token_transfers;
if (!moved) throw new Error('the example has no transfer');

const MAX = String(2n ** 256n - 1n);
const account = (digit: number) => mentionOf(`0x${String(digit).repeat(40)}`);

const frame = (index: number, extra: Partial<CallFrame> = {}): CallFrame => ({
  ...{ index, parent: index === 0 ? null : 0, depth: 1, type: 'call' },
  ...{ from: account(1), to: account(2), created_contract: null, value: '0' },
  ...{ gas_limit: '9000', gas_used: '700', own_gas: '700', calls_count: 0 },
  ...{ error: null, revert_reason: null, is_undone: false, is_failing: false },
  ...{
    method: 'transfer',
    decoded_input_source: 'known',
    declared_inputs: null,
    input: '0x',
    input_size: 68,
    output: null,
  },
  decoded_input: {
    method_id: 'a9059cbb',
    method_call: 'transfer(address to, uint256 value)',
    parameters: [
      { name: 'to', type: 'address', value: `0x${'3'.repeat(40)}` },
      { name: 'value', type: 'uint256', value: '1000000000000000000' },
    ],
  },
  results: [{ name: '', type: 'bool', value: 'true' }],
  ...{ log_indexes: [], token_transfers: [] },
  ...extra,
});

type Shown = { depth?: string; coin?: Coin };
const DOLLAR = { address_hash: account(2).hash, name: 'Dollar', symbol: 'USDX', decimals: '6' };

function render(frames: readonly CallFrame[], omissions: readonly Omission[] = [], of: Shown = {}) {
  const { depth, coin = coinIn(undefined, 'ETH') } = of;
  const context = {
    link: { path: '/1/tx/0x1/internal', chainId: '1', only: undefined, depth },
    chainId: '1',
    logHref: (index: number) => `/logs#log-${index}`,
    nameOf: (address: string) => (address === account(3).hash ? 'Vault' : undefined),
    units: new Map([[account(2).hash, DOLLAR]]),
    coin,
    gasUsed: 21_700n,
    ends: { from: account(1).hash, to: undefined },
  };
  return renderToStaticMarkup(createElement(CallTree, { frames, omissions, context }));
}

test('a call tells who calls whom with what, what came back, and what it moved', () => {
  const html = render([frame(0, { value: '1500000000000000000' })]);
  const text = html.replace(/<[^>]*>/g, '');
  expect(text).toContain('call 0x111111…111111 → 0x222222…222222');
  expect(text).toContain('transfer(to: Vault 0x3333…3333, value: 1,000,000,000,000 USDX) returns true');
  expect(text).toContain('1.5 ETH');
  expect(html).toContain('class="text-sender"');
});

test('what a call moved of the coin is in the unit of the visitor', () => {
  const html = render([frame(0, { value: '1500000000000000001' })], [], { coin: coinIn('gwei', 'ETH') });
  expect(html.replace(/<[^>]*>/g, '')).toContain('1,500,000,000.000000001 Gwei');
});

test('long amounts are complete and copied by a click: of coin, arguments and logs, also without decimals', () => {
  const [amount, wei] = ['12345678901234567', '1234567890123456789'];
  const [to, value] = frame(0).decoded_input?.parameters ?? [];
  if (!to || !value) throw new Error('the call has no arguments');
  const logged = {
    ...{ ...moved, token: { ...moved.token, symbol: 'ODD', decimals: null }, log_index: 4 },
    ...{ total: { value: amount, decimals: null }, encrypted_amount: null },
  };
  const call = { method_id: '', method_call: '', parameters: [to, { ...value, value: amount }] };
  const html = render([
    frame(0, { value: wei, decoded_input: call, log_indexes: [4], token_transfers: [logged] }),
  ]);
  const copied = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text]) => text);
  expect(copied).toEqual(['12345678901.234567', '1.234567890123456789']);
  const text = html.replace(/<[^>]*>/g, '');
  expect(text).toContain('value: 12,345,678,901.234567 USDX');
  expect(text).toContain('1.234567890123456789 ETH');
  expect(text).toContain('12,345,678,901,234,567 units of ODD from');
});

test('of a number with more digits than fit, all are one click away, also within a list', () => {
  const id = '12345678901234567890123456789012345678901234567890';
  const call = {
    ...{ method_id: '', method_call: '' },
    parameters: [
      { name: 'id', type: 'uint256', value: id },
      { name: 'ids', type: 'uint256[]', value: ['7', id, `-${id}`] },
    ],
  };
  const html = render([frame(0, { method: 'claim', decoded_input: call })]);
  expect(html.match(new RegExp(`data-copy="-?${id}" title="-?12,345,678,901,[\\d,]+"`, 'g'))).toHaveLength(3);
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    'id: 12345678…34567890, ids: [7, 12345678…34567890, -1234567…34567890])',
  );
});

test('an unlimited allowance and a deadline that is none have their number one click away', () => {
  const call = {
    ...{ method_id: '', method_call: '' },
    parameters: ['value', 'deadline'].map((name) => ({ name, type: 'uint256', value: MAX })),
  };
  const html = render([frame(0, { method: 'approve', decoded_input: call })]);
  expect(html.match(new RegExp(`data-copy="${MAX}"`, 'g'))).toHaveLength(2);
  expect(html.replace(/<[^>]*>/g, '')).toContain('approve(value: unlimited, deadline: no deadline)');
});

test('a balance that a token returns is an amount of it, that of an unknown contract a number', () => {
  const balance = { method: 'balanceOf', results: [{ name: '', type: 'uint256', value: '1250500000' }] };
  const textOf = (to: number) => render([frame(0, { ...balance, to: account(to) })]).replace(/<[^>]*>/g, '');
  expect(textOf(2)).toContain('returns 1,250.5 USDX');
  expect(textOf(4)).toContain('returns 1,250,500,000');
});

test('calls that repeat the one before fold under it, others and those that call do not', () => {
  const call = { input: '0x70a08231', input_size: 4 };
  const html = render([
    frame(0, { calls_count: 6 }),
    ...[1, 2, 3].map((index) => frame(index, call)),
    frame(4, { ...call, value: '1' }),
    frame(5, { ...call, input_size: 400 }),
    frame(6, { ...call, input_size: 400 }),
  ]);
  expect(html.match(/×\d/g)).toEqual(['×3']);
  expect(html).toMatch(/id="call-1".*<details><summary>.*id="call-2".*id="call-3".*id="call-4"/);
});

test('what a call logged stands below it: tokens that moved with all digits, other logs as links', () => {
  const usdx = { ...moved.token, symbol: 'USDX', decimals: '6', type: 'ERC-20' as const };
  const transfer = {
    ...{ ...moved, token: usdx, token_type: 'ERC-20' as const, log_index: 4 },
    ...{ total: { value: '12345678901234', decimals: '6' }, encrypted_amount: null },
    ...{ from: account(1), to: mentionOf(account(3).hash, { name: '<b>' }) },
  };
  const html = render([frame(0, { log_indexes: [4, 7], token_transfers: [transfer] })]);
  expect(html.replace(/<[^>]*>/g, '')).toContain(
    '12,345,678.901234 USDX from 0x111111…111111 to &lt;b&gt; 0x3333…3333 log 4',
  );
  expect(html).toContain('href="/logs#log-7"');
});

test('calls are folded from a depth on', () => {
  const frames = [
    frame(0, { depth: 0, calls_count: 2 }),
    frame(1, { calls_count: 1 }),
    frame(2, { parent: 1, depth: 2 }),
  ];
  expect(render(frames).match(/<details open=""/g)).toHaveLength(2);
  expect(render(frames, [], { depth: '1' }).match(/<details open=""/g)).toHaveLength(1);
});

test('a failure is told where it happened, what it reverted is marked', () => {
  const failed = { error: 'out of gas', is_undone: true };
  const html = render([
    frame(0, { ...failed, calls_count: 2 }),
    frame(1, { is_undone: true, error: 'Reverted by parent' }),
    frame(2, { ...failed, is_failing: true, revert_reason: '<b>no</b>' }),
  ]);
  expect(html.match(/Failed here/g)).toHaveLength(1);
  expect(html.match(/Reverted by parent/g)).toHaveLength(1);
  expect(html.match(/returns/g)).toHaveLength(1);
  expect(html).toContain('&lt;b&gt;no&lt;/b&gt;');
});

test('what only reads is not marked as reverted, nor what it calls', () => {
  const reverted = { is_undone: true, error: 'Reverted by parent' };
  const html = render([
    frame(0, { error: 'reverted', is_undone: true, calls_count: 2 }),
    frame(1, { ...reverted, type: 'staticcall', parent: 0, calls_count: 1 }),
    frame(2, { ...reverted, type: 'delegatecall', parent: 1 }),
  ]);
  expect(html).not.toContain('Reverted by parent');
});

test('calls that are left out are links, between those that are shown', () => {
  const gaps = [
    { parent: 0, from: 1, next: 5, children: 4, calls: 9 },
    { parent: 0, from: 6, next: null, children: 2, calls: 2 },
  ];
  const html = render([frame(0, { calls_count: 20 }), frame(5)], gaps);
  expect(html.indexOf('?call=0&amp;from=1#call-0')).toBeLessThan(html.indexOf('id="call-5"'));
  expect(html.indexOf('?call=0&amp;from=6#call-0')).toBeGreaterThan(html.indexOf('id="call-5"'));
});

test('fifty calls are at most 80 KB of HTML: the page has them twice more, as data for React', () => {
  const rows = Array.from({ length: 50 }, (_, index) => frame(index, { calls_count: 49 }));
  const bytes = Buffer.byteLength(render(rows));
  process.stdout.write(`50 calls of a call tree: ${bytes} bytes of HTML\n`);
  expect(bytes).toBeLessThan(80_000);
});

test('of calls that match a filter it tells how many of which: below a call, of those inside it', () => {
  const tree = { calls_count: 40, matches_count: 2, root: 0, frames: [frame(0, { calls_count: 39 })] };
  expect(describeCallCount(tree, { only: undefined })).toBe('40 calls');
  expect(describeCallCount(tree, { only: 'value' })).toBe('2 of 40 calls transfer value');
  expect(describeCallCount(tree, { only: 'value', q: 'swap' })).toBe('2 of 40 calls match');
  const below = { ...tree, root: 5, frames: [frame(5, { calls_count: 3 })] };
  expect(describeCallCount(below, { only: 'failing' })).toBe('2 of 4 calls failed');
});
