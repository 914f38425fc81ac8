import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TEST_CHAIN_ID, TEST_KEY, type TestApi } from '../support/api-harness';
import { type DemoApi, startDemoApi } from '../support/demo-api';

/** What clients of others send, and what they read of the answers. */
let demo: DemoApi;
let api: TestApi;
beforeAll(async () => {
  demo = await startDemoApi();
  ({ api } = demo);
});
afterAll(() => demo?.stop());

const KEYED = { authorization: `Bearer ${TEST_KEY}` };
const CHAIN = `/${TEST_CHAIN_ID}`;
const hashOf = (name: string) => demo.chain.history.transactions[name] ?? '';
const text = z.string();
const address = z.object({ hash: text, is_contract: z.boolean() });
const decoded = z.object({
  method_call: text,
  method_id: text,
  parameters: z.array(z.object({ value: text })),
});
/** A transaction as clients with Blockscout's types decode it, in lists and alone. */
const transaction = z.object({
  hash: text,
  from: address,
  gas_limit: text,
  nonce: z.int(),
  confirmations: z.int(),
  revert_reason: z.union([decoded, z.object({ raw: text })]).nullable(),
});
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).min(1), next_page_params: z.record(text, z.unknown()).nullable() });
const gasPrice = z.object({
  price: z.number(),
  base_fee: z.number().nullable(),
  priority_fee: z.number().nullable(),
  time: z.number().nullable(),
  fiat_price: text.nullable(),
});

/** Requests of an MCP server on the multichain surface, and of frontends, wallets and tools on the other. */
const REQUESTS: Readonly<
  Record<string, { path: () => string; reads: z.ZodType; headers?: Record<string, string> }>
> = {
  'the chains': {
    path: () => '/api/json/config',
    reads: z.object({ chains: z.record(z.string().regex(/^\d+$/), z.url()) }),
  },
  'the latest block': {
    path: () => `${CHAIN}/api/v2/main-page/blocks`,
    reads: z.array(z.object({ height: z.int(), timestamp: z.iso.datetime() })).min(1),
  },
  'a transaction': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('ERC-20 transfer')}`,
    reads: transaction.extend({
      token_transfers: z.array(z.object({ log_index: z.int() })).min(1),
      decoded_input: decoded,
    }),
  },
  'a transaction that reverted': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('revert with a custom error')}`,
    reads: transaction.extend({ revert_reason: decoded }),
  },
  'a transaction that reverted with bytes': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('revert with three bytes')}`,
    reads: transaction.extend({ revert_reason: z.object({ raw: z.literal('0x010203') }) }),
  },
  'its token transfers': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('ERC-20 transfer')}/token-transfers`,
    reads: pageOf(z.object({ log_index: z.int(), from: address, token: z.object({ address_hash: text }) })),
  },
  'a raw trace': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('revert without a reason')}/raw-trace`,
    reads: z.array(z.object({ result: z.object({ output: text }).optional() })).min(1),
  },
  'the first transaction of an account': {
    path: () =>
      `${CHAIN}/api/v2/addresses/${demo.chain.history.contracts.Router}/transactions?sort=block_number&order=asc`,
    reads: pageOf(transaction.extend({ block_number: z.int() })),
  },
  'the next page of collections, by a cursor that the client made': {
    path: () =>
      `${CHAIN}/api/v2/addresses/${demo.chain.history.contracts.Router}/nft/collections?type=ERC-721,ERC-404,ERC-1155&token_contract_address_hash=0x${'11'.repeat(20)}&token_type=ERC-721&items_count=50`,
    reads: z.object({ items: z.array(z.unknown()) }),
  },
  'transactions of a frontend': { path: () => '/api/v2/transactions', reads: pageOf(transaction) },
  'gas prices': {
    path: () => '/api/v2/stats',
    headers: { 'updated-gas-oracle': 'true' },
    reads: z.object({ gas_prices: z.object({ slow: gasPrice, average: gasPrice, fast: gasPrice }) }),
  },
  'seven tokens': {
    path: () => '/api/v2/tokens?limit=7',
    reads: pageOf(z.unknown()).extend({ items: z.array(z.unknown()).length(7) }),
  },
  'two transfers': {
    path: () => '/api/v2/token-transfers?limit=2',
    reads: pageOf(z.unknown()).extend({ items: z.array(z.unknown()).length(2) }),
  },
  'two calls': {
    path: () => '/api/v2/internal-transactions?limit=2',
    reads: pageOf(z.unknown()).extend({ items: z.array(z.unknown()).length(2) }),
  },
  'figures of transactions': {
    path: () => '/api/v2/transactions/stats',
    reads: z.object({ pending_transactions_count: text, transactions_count_24h: text }),
  },
  'counters of a confidential token': {
    path: () => `/api/v2/tokens/${demo.chain.history.contracts.ConfidentialDollar}/counters`,
    reads: z.object({ token_holders_count: z.string().regex(/^[1-9]\d*$/), transfers_count: text }),
  },
  'the search of the first version': {
    path: () => '/api/v1/search?q=demo',
    reads: pageOf(z.looseObject({ type: text })),
  },
  charts: {
    path: () => '/stats-service/api/v1/lines',
    reads: z.object({ sections: z.array(z.object({ id: text })).min(1) }),
  },
};

test.each(Object.entries(REQUESTS))('%s', async (_, { path, reads, headers = {} }) => {
  const keyed = path().startsWith(CHAIN) ? KEYED : {};
  const answer = await api.request(path(), { headers: { ...keyed, ...headers } });
  expect([path(), answer.status]).toEqual([path(), 200]);
  reads.parse(answer.body);
});

test('a contract without source has no name rather than null', async () => {
  const { items } = z
    .object({
      items: z.array(z.object({ to: z.object({ hash: text, is_contract: z.boolean() }).nullable() })),
    })
    .parse((await api.request('/api/v2/transactions')).body);
  const called = new Set(items.flatMap(({ to }) => (to?.is_contract ? [to.hash] : [])));
  const bodies = await Promise.all(
    [...called].map(async (hash) => (await api.request(`/api/v2/smart-contracts/${hash}`)).body),
  );
  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(z.object({ name: text.optional() }).safeParse(body).success).toBe(true);
});

test('what a busy node is not asked for is refused for now, with the time to come back', async () => {
  const hashes = Object.values(demo.chain.history.transactions).slice(0, 30);
  const answers = await Promise.all(
    hashes.map((hash) => api.request(`/api/v2/transactions/${hash}/raw-trace`)),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers } of refused)
    expect([status, Number(headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
  expect(refused.every(({ headers }) => Number(headers.get('retry-after')) >= 1)).toBe(true);
});

test('the specification has types of its own on the operations that it describes, and only there', async () => {
  const path = `/api/v2/transactions/${hashOf('revert with a custom error')}`;
  const list = `/api/v2/transactions/${hashOf('ERC-20 transfer')}/token-transfers`;
  expect((await api.request(path)).body).toMatchObject({
    gas_limit: expect.any(Number),
    revert_reason: expect.stringMatching(/^Unauthorized\(/),
  });
  expect((await api.request(list)).body).toMatchObject({ items: [{ log_index: expect.any(String) }] });
});

test('with the dialect of Blockscout both have its types, the document and the configuration say so', async () => {
  const other = api.speaking('blockscout');
  const path = `/api/v2/transactions/${hashOf('revert with a custom error')}`;
  const list = `/api/v2/transactions/${hashOf('ERC-20 transfer')}/token-transfers`;
  expect((await other(path)).body).toEqual((await api.get(path)).body);
  expect((await other(list)).body).toEqual((await api.get(list)).body);
  const dialect = z.object({ dialect: text });
  expect(dialect.parse((await other('/api/json/config')).body)).toEqual({ dialect: 'blockscout' });
  expect(dialect.parse((await api.request('/api/json/config')).body)).toEqual({ dialect: 'specification' });
  const documentSchema = z.object({ paths: z.record(text, z.unknown()) });
  const schemaOf = async (request: TestApi['request']) =>
    documentSchema.parse((await request('/openapi.json')).body).paths[
      '/api/v2/transactions/{transaction_hash_param}'
    ];
  expect(JSON.stringify(await schemaOf(other))).toContain('schemas/Transaction"');
  expect(JSON.stringify(await schemaOf(api.request))).toContain('schemas/SpecifiedTransaction');
});
