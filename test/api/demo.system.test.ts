import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hexToBuffer } from '@/lib/evm/hex';
import { readDocumentedCalls } from '../support/api-docs';
import { provideDemoApi } from '../support/demo-api';
import { until } from '../support/until';

const demo = await provideDemoApi();
const { api, chain } = demo;

const info = z.looseObject({ hash: z.string(), transaction_types: z.array(z.string()) });
const list = z.object({
  items: z.array(info),
  next_page_params: z.record(z.string(), z.number()).nullable(),
});

async function getNamed(name: string, below = ''): Promise<unknown> {
  const hash = chain.history.transactions[name];
  const answer = await api.get(`/api/v2/transactions/${hash}${below}`);
  expect([name, answer.status]).toEqual([name, 200]);
  return answer.body;
}

test('every transaction is in the list once, and in its block', async () => {
  const seen = new Map<number, number>();
  const hashes = new Set<string>();
  let query = '';
  for (;;) {
    const { items, next_page_params } = list.parse((await api.get(`/api/v2/transactions${query}`)).body);
    for (const { hash, block_number } of items) {
      hashes.add(hash);
      seen.set(Number(block_number), (seen.get(Number(block_number)) ?? 0) + 1);
    }
    if (next_page_params === null) break;
    query = `?${new URLSearchParams(Object.entries(next_page_params).map(([key, value]) => [key, String(value)]))}`;
  }
  const [stored] = await api.sql`select transactions_count from ${api.db.schema}.indexer_state`;
  expect(hashes.size).toBe(stored?.transactions_count);
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(hashes.size);
  const fullest = [...seen].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const inBlock = list.parse(
    (await api.get(`/api/v2/blocks/${fullest[0]}/transactions?items_count=50`)).body,
  );
  expect(inBlock.items).toHaveLength(Math.min(50, fullest[1]));
});

test('every noteworthy transaction has info, transfers and operations that fit their schemas', async () => {
  for (const name of Object.keys(chain.history.transactions)) {
    const { hash } = info.parse(await getNamed(name));
    expect(hash).toBe(chain.history.transactions[name]);
    await getNamed(name, '/token-transfers');
    await getNamed(name, '/fhe-operations');
  }
});

test('calls, kinds and outcomes are told', async () => {
  expect(await getNamed('ERC-20 transfer')).toMatchObject({
    status: 'ok',
    result: 'success',
    method: 'transfer',
    decoded_input: { method_id: 'a9059cbb', parameters: [{ type: 'address' }, { type: 'uint256' }] },
    transaction_types: ['contract_call', 'token_transfer'],
    fee: { type: 'actual' },
    confirmation_duration: [0, 12_000],
    token_transfers_overflow: false,
  });
  expect(await getNamed('plain ether transfer')).toMatchObject({
    method: null,
    decoded_input: null,
    raw_input: '0x',
  });
  expect(await getNamed('deploy confidential token')).toMatchObject({
    to: null,
    created_contract: { is_contract: true },
    transaction_types: ['contract_creation', 'token_creation'],
  });
  expect(await getNamed('call of an unknown function')).toMatchObject({
    method: '0x12345678',
    status: 'error',
  });
  expect(await getNamed('blob transaction')).toMatchObject({
    type: 3,
    blob_versioned_hashes: [expect.stringMatching(/^0x01/)],
  });
  const { transaction_types } = info.parse(await getNamed('sponsored delegation'));
  expect(transaction_types).toContain('set_code_transaction');
});

test('reasons of reverts are told, whatever stands in them', async () => {
  const reasons: Record<string, string | null> = {
    'revert with a reason': 'The stars are not right',
    'revert with a NUL byte': 'before\u0000after',
    'revert with markup': '<img src=x onerror=alert(1)><script>alert(2)</script>',
    'revert with three bytes': '0x010203',
    'revert without a reason': null,
    'panic 0x11: overflow': 'Panic(0x11): arithmetic overflow or underflow',
    'chain of operations beyond the limit': 'HCUTransactionDepthLimitExceeded()',
  };
  for (const [name, reason] of Object.entries(reasons)) {
    expect(await getNamed(name)).toMatchObject({ status: 'error', failure: { reason } });
    const path = `/api/v2/transactions/${chain.history.transactions[name]}`;
    expect((await api.request(path)).body).toMatchObject({ revert_reason: reason });
  }
  expect(await getNamed('revert with a custom error')).toMatchObject({
    failure: { reason: 'Unauthorized(0x14dC79964da2C08b23698B3D3cc7Ca32193d9955, 42)' },
    revert_reason: {
      method_call: expect.stringMatching(/^Unauthorized\(/),
      parameters: [{}, { value: '42' }],
    },
    decoded_revert_reason: { parameters: [{ type: 'address' }, { value: '42' }] },
    revert_reason_source: 'trace',
  });
});

test('authorizations are listed with who signed them', async () => {
  const body = z
    .object({ type: z.int(), authorization_list: z.array(z.object({ authority: z.string().nullable() })) })
    .parse(await getNamed('sponsored delegation'));
  expect(body.type).toBe(4);
  expect(body.authorization_list[0]?.authority).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

test('confidential transfers show a handle and no amount', async () => {
  expect(await getNamed('confidential transfer', '/token-transfers')).toMatchObject({
    items: [
      {
        token_type: 'ERC-7984',
        total: { value: null },
        encrypted_amount: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      },
    ],
  });
});

test('FHE operations add up', async () => {
  const operations = z.object({
    items: z.array(z.object({ log_index: z.int(), hcu_cost: z.int(), hcu_depth: z.int() })),
    total_hcu: z.int(),
    max_depth_hcu: z.int(),
    operation_count: z.int(),
  });
  const { items, ...totals } = operations.parse(await getNamed('FHE medley', '/fhe-operations'));
  expect(items.length).toBeGreaterThan(10);
  expect(totals).toEqual({
    total_hcu: items.reduce((sum, { hcu_cost }) => sum + hcu_cost, 0),
    max_depth_hcu: Math.max(...items.map(({ hcu_depth }) => hcu_depth)),
    operation_count: items.length,
  });
  expect(items.map(({ log_index }) => log_index)).toEqual(
    items.map(({ log_index }) => log_index).sort((a, b) => a - b),
  );
  expect(await getNamed('spoofed FHE operations', '/fhe-operations')).toMatchObject({
    items: [],
    operation_count: 0,
  });
  expect(await getNamed('plain ether transfer', '/fhe-operations')).toEqual({
    items: [],
    total_hcu: 0,
    max_depth_hcu: 0,
    operation_count: 0,
  });
});

test('the index says that it is complete', async () => {
  const { number } = chain.history.tip;
  expect((await api.get('/api/v2/main-page/indexing-status')).body).toMatchObject({
    finished_indexing: true,
    finished_indexing_blocks: true,
    indexed_blocks_ratio: '1.00',
    first_block: 0,
    indexed_block: number,
    head_block: number,
    blocks_count: number + 1,
  });
  const blocks = z
    .array(z.object({ height: z.int() }))
    .parse((await api.get('/api/v2/main-page/blocks')).body);
  expect(blocks.map(({ height }) => height)).toEqual([number, number - 1, number - 2, number - 3]);
  expect((await api.get('/api/v2/main-page/transactions')).body).toHaveLength(6);
});

test('the search finds tokens by the beginning of their names', async () => {
  const token = chain.history.contracts.DemoDollar;
  const [row] = await api.sql<{ name: Buffer }[]>`
    select name from ${api.db.schema}.tokens where address = ${hexToBuffer(token ?? '')}`;
  const start = row?.name.toString().slice(0, 4) ?? '';
  const found = await api.get(`/api/v2/search?q=${encodeURIComponent(start)}`);
  expect(found.body).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ address_hash: token })]),
  });
});

test('charts count what is indexed', async () => {
  const points = z.object({ chart: z.array(z.object({ value: z.string() })) });
  const lastOf = async (name: string) =>
    points.parse((await api.get(`/stats-service/api/v1/lines/${name}`)).body).chart.at(-1)?.value;
  const [state] = await api.sql`select transactions_count from ${api.db.schema}.indexer_state`;
  expect(await lastOf('txnsGrowth')).toBe(String(state?.transactions_count));
  expect(Number(await lastOf('accountsGrowth'))).toBeGreaterThan(5);
  expect(Number(await lastOf('averageGasLimit'))).toBeGreaterThan(1_000_000);
});

test('what docs/api.md shows is what is answered', async () => {
  const keyHash = createHash('sha256').update('a-free-key').digest();
  await api.sql`insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, 'reader', 'free')`;
  const calls = readDocumentedCalls();
  expect(calls.length).toBeGreaterThan(7);
  for (const { path, isKeyed, status, headers, body } of calls) {
    const init = isKeyed ? { headers: { authorization: 'Bearer a-free-key' } } : {};
    // The page's key allows five calls a second.
    const answer = await until(`room for ${path}`, async () => {
      const answered = await api.request(path, init);
      return answered.status !== 429 && answered;
    });
    expect({ path, status: answer.status, body: answer.body }).toMatchObject({ path, status, body });
    for (const [name, value] of headers) {
      const sent = answer.headers.get(name);
      // The rest of a window depends on the speed of the calls.
      if (name === 'x-ratelimit-remaining') expect(Number(sent)).toBeLessThanOrEqual(Number(value));
      else expect([path, name, sent]).toEqual([path, name, value]);
    }
  }
});
