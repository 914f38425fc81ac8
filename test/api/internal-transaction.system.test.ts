import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const BLOCKS = 12;
const CALLS = 7;
const ALICE = address(30);
const BOB = address(31);
const MADE = address(32);
const word = (number: number) => Buffer.alloc(32, 0).fill(number, 31);
const TRANSFER = Buffer.concat([Buffer.from('a9059cbb', 'hex'), Buffer.alloc(12), BOB, word(7)]);
const item = z.object({
  block_number: z.int(),
  transaction_index: z.int(),
  index: z.int(),
  type: z.string(),
});
const nameOf = ({ block_number, transaction_index, index }: z.output<typeof item>) =>
  `${block_number}/${transaction_index}/${index}`;
const hashOf = (block: number, index: number) => hex(hash(2_000_000 + 1000 * block + index));

/** Each block has two transactions of seven calls: Alice calls Bob, Bob Alice; every third one is to its own caller. */
beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block, { internal_transactions_count: 2 * CALLS });
    for (const index of [0, 1]) {
      await insert.transaction(db, { block, index }, { internal_transactions_count: CALLS });
      for (let call = 1; call <= CALLS; call += 1) {
        const from_address = call % 2 === 0 ? ALICE : BOB;
        const other = call % 2 === 0 ? BOB : ALICE;
        const to_address = call % 3 === 0 ? from_address : other;
        const type = call === 5 ? 'staticcall' : 'call';
        await insert.internal(db, { block, index, call }, { from_address, to_address, type });
      }
    }
  }
  await insert.block(db, BLOCKS, { internal_transactions_count: 2 });
  await insert.transaction(db, { block: BLOCKS, index: 0 }, { internal_transactions_count: 12_345 });
  await insert.transaction(db, { block: BLOCKS, index: 1 });
  await insert.internal(
    db,
    { block: BLOCKS, index: 0, call: 1 },
    { type: 'create2', from_address: ALICE, to_address: null, created_contract: MADE, value: '5' },
  );
  await insert.internal(
    db,
    { block: BLOCKS, index: 0, call: 2 },
    {
      from_address: ALICE,
      to_address: MADE,
      depth: 2,
      input: TRANSFER,
      input_size: TRANSFER.length,
      error: Buffer.from('execution\0reverted'),
      output: Buffer.concat([Buffer.from('4e487b71', 'hex'), word(0x11)]),
      is_undone: true,
    },
  );
  await insert.address(db, { address: MADE, is_contract: true });
  await db.sql`update ${db.schema}.indexer_state set has_traces = true`;
});

const walk = async (path: string, query: Record<string, string | number> = {}) =>
  (await walkPages(api, `/api/v2${path}`, { item, query })).flat();

test('the calls of a transaction come in the order of execution, each once', async () => {
  const path = `/transactions/${hashOf(3, 1)}/internal-transactions`;
  for (const items_count of [1, 3, 50]) {
    const calls = await walk(path, { items_count });
    expect(calls.map(nameOf)).toEqual([1, 2, 3, 4, 5, 6, 7].map((call) => `3/1/${call}`));
  }
  expect((await api.get(`/api/v2${path}`)).body).toMatchObject({ meta: null, next_page_params: null });
  expect((await api.get(`/api/v2/transactions/${hex(hash(1))}/internal-transactions`)).status).toBe(404);
});

test('a call tells what it did, and what failed why', async () => {
  const answer = await api.get(`/api/v2/transactions/${hashOf(BLOCKS, 0)}/internal-transactions`);
  expect(answer.body).toMatchObject({
    items: [
      {
        type: 'create2',
        from: { hash: bufferToAddress(ALICE) },
        to: null,
        created_contract: { hash: bufferToAddress(MADE), is_contract: true },
        value: '5',
        success: true,
        error: null,
        timestamp: '2023-11-14T22:15:44.000000Z',
        transaction_hash: hashOf(BLOCKS, 0),
      },
      {
        success: false,
        error: 'executionreverted',
        is_undone: true,
        depth: 2,
        method: 'transfer',
        decoded_input: { method_call: 'transfer(address to, uint256 value)' },
        revert_reason: 'Panic(0x11): arithmetic overflow or underflow',
        gas_limit: '1000',
        gas_used: '10',
      },
    ],
    meta: { status: 'partial', message: 'Only the first 10000 of 12345 calls are stored.' },
  });
});

test('without traces the list is empty and says why', async () => {
  const path = `/api/v2/transactions/${hashOf(BLOCKS, 1)}/internal-transactions`;
  expect((await api.get(path)).body).toMatchObject({
    items: [],
    next_page_params: null,
    meta: { status: 'unavailable' },
  });
  const { sql, db } = api;
  await sql`update ${db.schema}.indexer_state set has_traces = false`;
  expect((await api.get('/api/v2/internal-transactions')).body).toMatchObject({
    meta: { status: 'unavailable' },
  });
  await sql`update ${db.schema}.indexer_state set has_traces = true, internal_transactions_since = 5`;
  expect((await api.get('/api/v2/internal-transactions')).body).toMatchObject({
    meta: { status: 'partial', message: 'Calls are indexed from block 5 on.' },
  });
  await sql`update ${db.schema}.indexer_state set internal_transactions_since = null`;
});

test('an address has what it called and what called it, newest first, each once', async () => {
  const path = `/addresses/${hex(ALICE)}/internal-transactions`;
  const all = (await walk(path)).map(nameOf);
  // The third of seven calls is Bob's to himself.
  expect(all).toHaveLength(2 * BLOCKS * (CALLS - 1) + 2);
  expect(new Set(all).size).toBe(all.length);
  expect(all.slice(0, 4)).toEqual(['12/0/2', '12/0/1', '11/1/7', '11/1/6']);
  for (const items_count of [1, 7]) expect((await walk(path, { items_count })).map(nameOf)).toEqual(all);
  const made = (await walk(path, { filter: 'from' })).map(nameOf);
  const got = (await walk(path, { filter: 'to' })).map(nameOf);
  expect(new Set([...made, ...got])).toEqual(new Set(all));
  expect(got).toContain('0/0/6');
  expect(made).toContain('0/0/6');
  expect((await walk(`/addresses/${hex(MADE)}/internal-transactions`)).map(nameOf)).toEqual([
    '12/0/2',
    '12/0/1',
  ]);
});

test('a block has its calls in the order of execution, of the kinds that are asked for', async () => {
  const path = '/blocks/4/internal-transactions';
  const all = (await walk(path, { items_count: 3 })).map(nameOf);
  expect(all).toHaveLength(2 * CALLS);
  expect(all.slice(6, 8)).toEqual(['4/0/7', '4/1/1']);
  const types = async (query: Record<string, string>) => (await walk(path, query)).map(({ type }) => type);
  expect(await types({ call_type: 'staticcall' })).toEqual(['staticcall', 'staticcall']);
  expect(await types({ internal_type: 'call' })).toHaveLength(2 * CALLS);
  expect(await types({ internal_type: 'create' })).toEqual([]);
  expect(await types({ internal_type: 'create', call_type: 'call' })).toEqual([]);
  expect((await api.get('/api/v2/blocks/999/internal-transactions')).status).toBe(404);
  expect((await api.get('/api/v2/blocks/4')).body).toMatchObject({ internal_transactions_count: 14 });
});

test('the chain has all calls, newest first, or those of one transaction', async () => {
  const all = (await walk('/internal-transactions')).map(nameOf);
  expect(all).toHaveLength(2 * BLOCKS * CALLS + 2);
  expect(all).toEqual([...new Set(all)]);
  expect([all[0], all.at(-1)]).toEqual(['12/0/2', '0/0/1']);
  const one = await walk('/internal-transactions', { transaction_hash: hashOf(0, 0), items_count: 2 });
  expect(one.map(({ index }) => index)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

test('the counts of the tabs know of calls', async () => {
  const countOf = async (who: Buffer) => (await api.get(`/api/v2/addresses/${hex(who)}/tabs-counters`)).body;
  expect(await countOf(ALICE)).toMatchObject({ internal_transactions_count: 51 });
  expect(await countOf(MADE)).toMatchObject({ internal_transactions_count: 2 });
  expect((await api.get(`/api/v2/transactions/${hashOf(3, 1)}`)).body).toMatchObject({
    internal_transactions_count: CALLS,
  });
});

test('half a cursor is none, one beyond everything ends the list', async () => {
  const count = async (query: string) =>
    z
      .object({ items: z.array(item) })
      .parse((await api.get(`/api/v2/transactions/${hashOf(3, 1)}/internal-transactions?${query}`)).body)
      .items.length;
  expect(await count('index=3')).toBe(CALLS);
  const far = '9'.repeat(80);
  expect(await count(`block_number=${far}&transaction_index=${far}&index=${far}`)).toBe(0);
});
