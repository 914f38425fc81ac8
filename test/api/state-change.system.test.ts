import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { TransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi({
  traces: {
    stateDiff: async () => diff,
    calls: async () => calls,
    storageWrites: async () => writes,
  },
});
let diff: Awaited<ReturnType<TransactionTraces['stateDiff']>>;
let writes: Awaited<ReturnType<TransactionTraces['storageWrites']>>;
let calls: Awaited<ReturnType<TransactionTraces['calls']>>;

const ALICE = address(30);
const BOB = address(31);
const CAROL = address(32);
const PLAIN = hex(hash(2_001_000));
const CALLING = hex(hash(2_001_001));
const FAILED = hex(hash(2_001_002));
const UNTRACED = hex(hash(2_001_003));
const item = z.object({ type: z.string(), address: z.object({ hash: z.string() }), change: z.string() });
const changesOf = (items: z.output<typeof item>[]) =>
  items.map((entry) => [entry.type, entry.address.hash, entry.change]);
const coin = (who: Buffer, change: bigint) => ['coin', bufferToAddress(who), String(change)];

beforeAll(async () => {
  const { db } = api;
  await insert.block(db, 1, { miner: CAROL, base_fee_per_gas: '1' });
  const sent = {
    from_address: ALICE,
    to_address: BOB,
    gas_used: '21000',
    effective_gas_price: '2',
    value: '1000',
  };
  const send = (index: number, extra: Record<string, unknown>) =>
    insert.transaction(db, { block: 1, index }, { ...sent, gas_price: '2', ...extra });
  await send(0, {});
  await send(1, { gas_used: '50000', input: Buffer.from([1]), internal_transactions_count: 3 });
  await send(2, { status: 0, internal_transactions_count: 0 });
  await send(3, { gas_used: '50000', input: Buffer.from([1]) });
  const inner = (call: number, extra: Record<string, unknown>) =>
    insert.internal(db, { block: 1, index: 1, call }, { from_address: BOB, to_address: CAROL, ...extra });
  await inner(1, { value: '300' });
  await inner(2, { value: '500', is_undone: true });
  await inner(3, { value: '700', to_address: ALICE });
  await insert.token(db, { address: address(20), name: Buffer.from('Coin') });
  await insert.transfers(db, { block: 1, index: 1 }, [
    { log_index: 0, token_type: 'ERC-20', amount: '9', from: ALICE, to: BOB },
    { log_index: 1, token_type: 'ERC-20', amount: '4', from: BOB, to: CAROL },
    { log_index: 2, token_type: 'ERC-20', amount: '5', from: BOB, to: Buffer.alloc(20) },
    { log_index: 3, token_type: 'ERC-721', token_ids: [77], from: Buffer.alloc(20), to: BOB },
  ]);
});
beforeEach(() => {
  diff = { kind: 'refused' };
  writes = { kind: 'refused' };
  calls = { kind: 'refused' };
});

const walk = async (transaction: string, items_count = 50) =>
  changesOf(
    (
      await walkPages(api, `/api/v2/transactions/${transaction}/state-changes`, {
        item,
        query: { items_count },
      })
    ).flat(),
  );

test('the node tells balances before and after; tokens follow, by their transfers', async () => {
  const balances = [
    { address: ALICE, before: 5000n, after: 1000n },
    { address: CAROL, before: 0n, after: 2n ** 200n },
  ];
  diff = { kind: 'answered', value: { balances, storage: [] } };
  const answer = await api.get(`/api/v2/transactions/${CALLING}/state-changes`);
  expect(answer.body).toMatchObject({
    items: [
      {
        type: 'coin',
        balance_before: '5000',
        balance_after: '1000',
        change: '-4000',
        is_miner: false,
        token: null,
      },
      { type: 'coin', change: String(2n ** 200n), is_miner: true },
      { type: 'token', change: '-9', token: { name: 'Coin' }, token_id: null },
      { type: 'token', change: '4', address: { hash: bufferToAddress(CAROL) } },
      { type: 'token', change: '1', token_id: '77', address: { hash: bufferToAddress(BOB) } },
    ],
    next_page_params: null,
    meta: null,
  });
  const all = await walk(CALLING);
  for (const size of [1, 2]) expect(await walk(CALLING, size)).toEqual(all);
});

test('where it does not, value, fee and the calls that stayed are added up', async () => {
  // half of the fee is burnt, half goes to CAROL
  expect((await walk(CALLING)).filter(([type]) => type === 'coin')).toEqual([
    coin(ALICE, -1000n - 100_000n + 700n),
    coin(CAROL, 300n + 50_000n),
  ]);
  expect(await walk(PLAIN)).toEqual([coin(ALICE, -43_000n), coin(BOB, 1000n), coin(CAROL, 21_000n)]);
  expect(await walk(FAILED)).toEqual([coin(ALICE, -42_000n), coin(CAROL, 21_000n)]);
  const metaOf = async (transaction: string) =>
    z
      .object({ meta: z.object({ status: z.string() }) })
      .parse((await api.get(`/api/v2/transactions/${transaction}/state-changes`)).body).meta.status;
  expect(await Promise.all([PLAIN, CALLING, FAILED, UNTRACED].map(metaOf))).toEqual([
    'computed',
    'computed',
    'computed',
    'partial',
  ]);
});

const tokenItem = z.object({
  address: z.object({ hash: z.string() }),
  balance_before: z.string().nullable(),
  balance_after: z.string().nullable(),
  token: z.object({ type: z.string() }).nullable(),
});
async function tokenBalances(block: number) {
  const path = `/api/v2/transactions/${hex(hash(2_000_000 + 1000 * block))}/state-changes`;
  const pages = await walkPages(api, path, { item: tokenItem, query: { items_count: 50 } });
  return pages
    .flat()
    .filter(({ token }) => token !== null)
    .map(({ address: { hash: who }, balance_before, balance_after }) => [who, balance_before, balance_after]);
}

test('balances of tokens are what they were, however much was moved since', async () => {
  const { sql, db } = api;
  const [coin, other, nft, multi] = [address(40), address(41), address(42), address(43)];
  await insert.token(db, { address: coin });
  await insert.token(db, { address: other });
  await insert.token(db, { address: nft, type: 'ERC-721' });
  await insert.token(db, { address: multi, type: 'ERC-1155' });
  const [dora, emil] = [address(50), address(51)];
  const of = { token_type: 'ERC-20', token: coin } as const;
  const move = async (block: number, transfers: Parameters<typeof insert.transfers>[2]) => {
    await insert.block(db, block);
    await insert.transaction(db, { block, index: 0 });
    await insert.transfers(db, { block, index: 0 }, transfers);
  };
  await move(10, [{ ...of, log_index: 3, amount: '100', from: Buffer.alloc(20), to: dora }]);
  await move(11, [
    { ...of, log_index: 0, amount: '30', from: dora, to: emil },
    { ...of, log_index: 1, amount: '5', from: emil, to: dora },
    { ...of, log_index: 2, amount: '7', token: other, from: dora, to: emil },
    { log_index: 3, token_type: 'ERC-721', token: nft, token_ids: [1], from: dora, to: emil },
    {
      log_index: 4,
      token_type: 'ERC-1155',
      token: multi,
      token_ids: [1],
      amounts: [3],
      from: dora,
      to: emil,
    },
  ]);
  await move(12, [
    { ...of, log_index: 0, amount: '60', from: dora, to: dora },
    { ...of, log_index: 1, amount: '75', from: dora, to: Buffer.alloc(20) },
  ]);
  await sql`insert into ${db.schema}.token_holders (holder, token_address, value) values
    (${emil}, ${coin}, 25), (${emil}, ${other}, 7), (${dora}, ${other}, -7)`;
  const [who, whom] = [bufferToAddress(dora), bufferToAddress(emil)];
  expect(await tokenBalances(10)).toEqual([[who, '0', '100']]);
  expect(await tokenBalances(11)).toEqual([
    [who, '100', '75'],
    [whom, '0', '25'],
    // the token did not reveal where these came from
    [who, null, null],
    [whom, '0', '7'],
    [who, '1', '0'],
    [whom, '0', '1'],
    [who, null, null],
    [whom, null, null],
  ]);
  expect(await tokenBalances(12)).toEqual([[who, '75', '0']]);
  await sql`
    insert into ${db.schema}.token_transfers (block_number, transaction_index, log_index, token_address, token_type,
      from_address, to_address, amount)
    select 12, 0, 100 + n, ${other}, 'ERC-20', ${dora}, ${dora}, 0 from generate_series(1, 1000) n`;
  expect(await tokenBalances(10)).toEqual([[who, null, null]]);
  await sql`delete from ${db.schema}.token_transfers where log_index > 100`;
  await sql`update ${db.schema}.token_balance_checks set balances_by = 'calls'`;
  expect(await tokenBalances(10)).toEqual([[who, null, null]]);
});

test('a trace is passed on as the node tells it, or not at all', async () => {
  const path = `/api/v2/transactions/${PLAIN}/raw-trace`;
  expect((await api.get(path)).body).toEqual({ message: 'The node has no trace of this transaction' });
  calls = { kind: 'unavailable', why: 'busy', retryMs: 300 };
  const busy = await api.get(path);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
  expect(busy.body).toEqual({
    message: 'The node is busy with too many requests: try again in 1 s',
  });
  calls = { kind: 'large' };
  expect((await api.get(path)).status).toBe(404);
  const entry = {
    type: 'call',
    action: { from: hex(ALICE), callType: 'call' },
    subtraces: 0,
    traceAddress: [],
  };
  calls = { kind: 'answered', value: [entry] };
  expect((await api.get(path)).body).toEqual([entry]);
  expect((await api.get(`/api/v2/transactions/${hex(hash(5))}/raw-trace`)).body).toEqual({
    message: 'Not found',
  });
});
