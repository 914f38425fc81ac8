import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { writeTemplate } from './write-template';

const FILE = new URL('../endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const [moved] = example.token_transfers;
if (!moved) throw new Error('the example has no transfer');

const from = { ...example.from, name: 'Ann' };
const to = { ...example.from, name: 'Bo {native}', is_contract: false };
const pool = { ...to, is_contract: true };
const token = { ...moved.token, decimals: '6', type: 'ERC-20' };
const base = {
  ...example,
  status: 'ok',
  ...{ block_number: 1, from, to, created_contract: null, method: null, value: '0' },
  ...{ token_transfers: [], token_transfers_count: 0, failure: null, revert_reason: null },
} as const;
const transferOf = (change: object) => ({
  ...{ token_transfers: [{ ...moved, token, ...change }], token_transfers_count: 1, method: 'transfer' },
  to: { ...pool, hash: token.address_hash },
});
const total = (value: string, token_id: string | null) => ({
  ...moved.total,
  decimals: '6',
  value,
  token_id,
});
const write = (change: object) => writeTemplate({ ...base, ...change }, { net: undefined, chainId: '1' });

test.each([
  [
    'coin',
    { value: '1234500000000000000000' },
    '{address_1} sent {amount_1} {native} to {address_2}',
    '1234.5',
  ],
  [
    'a token',
    transferOf({ from, to, type: 'token_transfer', total: total('35350000000', null) }),
    '{address_1} sent {amount_1} {token_1} to {address_2}',
    '35350',
  ],
  [
    'a token that tells no decimals',
    transferOf({ from, to, token: { ...token, decimals: null }, total: total('7', null) }),
    '{address_1} sent {amount_1} units of {token_1} to {address_2}',
    '7',
  ],
  [
    'an amount of a token that has IDs too, and tells no decimals',
    transferOf({
      ...{ from, to, token_type: 'ERC-404', total: total('7', null) },
      token: { ...token, type: 'ERC-404', decimals: null },
    }),
    '{address_1} sent {amount_1} units of {token_1} to {address_2}',
    '7',
  ],
  [
    'an amount of a token that has IDs too',
    transferOf({
      ...{ from, to, token_type: 'ERC-404', total: total('7500000', null) },
      token: { ...token, type: 'ERC-404' },
    }),
    '{address_1} sent {amount_1} {token_1} to {address_2}',
    '7.5',
  ],
  [
    'some of an ID',
    transferOf({ from, to, total: total('3', '9'), token: { ...token, type: 'ERC-1155' } }),
    '{address_1} sent {amount_1} × {token_1} {token_id_1} to {address_2}',
    '3',
  ],
])('%s that is sent is an amount in its unit', (...[, change, template, amount]) => {
  const summary = write(change);
  expect(summary.summary_template).toBe(template);
  expect(summary.summary_template_variables).toMatchObject({
    address_1: { type: 'address', value: { name: 'Ann' } },
    amount_1: { type: 'currency', value: amount },
  });
});

const spender = { ...to, name: 'Router' };
const LARGEST = (2n ** 256n - 1n).toString();
const NOBODY = `0x${'0'.repeat(40)}`;
const approve = (value: string, standard = 'ERC-20', whom = spender.hash) => {
  const isForAll = value === 'true' || value === 'false';
  const types = isForAll ? ['address', 'bool'] : ['address', 'uint256'];
  const parameters = [whom, value].map((one, at) => ({ name: '', type: types[at] ?? '', value: one }));
  const decoded_input = {
    ...{ method_id: isForAll ? 'a22cb465' : '095ea7b3', method_call: 'x', parameters },
  };
  const transaction = { ...base, to: pool, method: 'approve', logs_count: 1, decoded_input };
  const ends = { spender, token: { ...token, type: standard } };
  return writeTemplate(transaction, { net: undefined, chainId: '1', approval: ends }).summary_template;
};

test.each([
  [['5000000'], 'allowed {address_2} to spend up to {amount_1} {token_1}'],
  [[LARGEST], 'allowed {address_2} to spend unlimited {address_3}'],
  [['0'], 'revoked approval for {address_2} to spend {address_3}'],
  [['true'], 'approved {address_2} as operator for {address_3}'],
  [['false'], 'revoked {address_2} as operator for {address_3}'],
  [['7', 'ERC-721'], 'allowed {address_2} to transfer {token_1} {token_id_1}'],
  [['7', 'ERC-721', NOBODY], 'cleared any approval for {token_1} {token_id_1}'],
] as const)('an approval of %s says who may do what', ([value, standard, whom], told) => {
  expect(approve(value, standard, whom)).toBe(`{address_1} ${told}`);
});

test('a call named approve that is no approval of a known token stays a call', () => {
  const summary = write({ to: pool, method: 'approve' });
  expect(summary.summary_template).toBe('{address_1} called {method_1} on {address_2}');
});

test('text of the chain is only in variables, a failure too', () => {
  const { summary_template, summary_template_variables } = write({
    ...{ to: pool, method: 'run{x}', status: 'error', result: 'out of gas', decoded_revert_reason: null },
  });
  expect(summary_template).toBe('{address_1} failed to call {method_1} on {address_2}: {reason_1}');
  expect(summary_template_variables).toMatchObject({
    method_1: { type: 'method', value: 'run{x}' },
    address_2: { type: 'address', value: { name: 'Bo {native}' } },
    reason_1: { type: 'string', value: 'out of gas' },
  });
});
