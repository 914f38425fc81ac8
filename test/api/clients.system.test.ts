import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { TEST_CHAIN_ID, TEST_KEY, type TestApi } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';
import { ROOT } from '../support/source-tree';

/** What clients of others send, and what they read of the answers. */
const demo = await provideDemoApi();
const { api } = demo;

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

type Played = { path: () => string; reads: z.ZodType; headers?: Record<string, string>; post?: string };
const told = z.object({ status: text, message: text, result: z.unknown() });
const any = z.looseObject({});

/** Requests of an MCP server on the multichain surface, and of frontends, wallets and tools on the other. */
const REQUESTS: Readonly<Record<string, Played>> = {
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
  'the contracts of the day': {
    path: () => '/api/v2/stats/hot-smart-contracts?scale=1d',
    reads: pageOf(
      z.object({ contract_address: address, transactions_count: z.int(), total_gas_used: z.int() }),
    ),
  },
  'the price of the coin, which is not known': {
    path: () => '/api/v2/stats/charts/market',
    reads: z.object({ available_supply: text.nullable(), chart_data: z.array(z.unknown()) }),
  },
  'the preview of a link': {
    path: () => `/api/v2/transactions/${hashOf('ERC-20 transfer')}/preview`,
    reads: z.object({
      from: z.object({ hash: text }),
      method: text,
      status: z.literal('ok'),
      timestamp: text,
    }),
  },
  'audit reports of a contract': {
    path: () => `/api/v2/smart-contracts/${demo.chain.history.contracts.DemoDollar}/audit-reports`,
    reads: z.object({ items: z.array(z.unknown()), next_page_params: z.null() }),
  },
  'the kind of chain': { path: () => '/api/v2/config/backend', reads: z.object({ chain_type: text }) },
  'the height, by an older path': {
    path: () => '/api/legacy/block/eth-block-number?id=7',
    reads: z.object({
      jsonrpc: z.literal('2.0'),
      id: z.literal('7'),
      result: z.string().regex(/^0x[0-9a-f]+$/),
    }),
  },
  'the block at a time, by an older path': {
    path: () => '/api/legacy/block/get-block-number-by-time?timestamp=1767225600&closest=after',
    reads: z.object({ status: z.literal('1'), result: z.object({ blockNumber: text }) }),
  },
  'logs, by an older path': {
    path: () => `/api/legacy/logs/get-logs?address=${demo.chain.history.contracts.DemoDollar}&toBlock=latest`,
    reads: z.object({
      status: z.literal('1'),
      result: z.array(z.object({ topics: z.array(z.unknown()) })).min(1),
    }),
  },
  'accounts by balance': { path: () => '/api/v2/addresses', reads: pageOf(z.unknown()) },
  'transfers of an account in a period': {
    path: () => {
      const account = demo.chain.history.contracts.Router;
      return `${CHAIN}/api/v2/advanced-filters?transaction_types=ERC-20&to_address_hashes_to_include=${account}&from_address_hashes_to_include=${account}&age_from=2020-01-01T00:00:00.00Z`;
    },
    reads: z.object({ items: z.array(z.unknown()) }),
  },
  'user operations of a transaction': {
    path: () =>
      `${CHAIN}/api/v2/proxy/account-abstraction/operations?transaction_hash=${hashOf('ERC-20 transfer')}`,
    reads: z.object({ items: z.array(z.unknown()) }),
  },
  'the sentence of a transaction': {
    path: () => `${CHAIN}/api/v2/transactions/${hashOf('ERC-20 transfer')}/summary`,
    reads: z.object({ data: z.object({ summaries: z.array(z.unknown()).min(1) }) }),
  },
  'the block at a time, by module and action': {
    path: () => `${CHAIN}/api?module=block&action=getblocknobytime&timestamp=1767225600&closest=after`,
    reads: z.object({ status: z.literal('1'), result: z.unknown() }),
  },
  'transactions of an account, by module and action': {
    path: () =>
      `/api?module=account&action=txlist&address=${demo.chain.history.contracts.DemoDollar}&sort=asc`,
    reads: z.object({ status: z.literal('1'), result: z.array(z.object({ hash: text })).min(1) }),
  },
  charts: {
    path: () => '/stats-service/api/v1/lines',
    reads: z.object({ sections: z.array(z.object({ id: text })).min(1) }),
  },
  'the height, by JSON-RPC': {
    path: () => `${CHAIN}/json-rpc`,
    post: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
    reads: z.object({ result: text }),
  },
  'a form without sources, with a key that the client made up': {
    path: () => '/api',
    post: 'module=contract&action=verifysourcecode&apikey=empty',
    reads: told,
  },
  ...Object.fromEntries(
    ['getsourcecode', 'getabi'].map((action): [string, Played] => [
      `${action} of a contract`,
      {
        path: () =>
          `/api?module=contract&action=${action}&address=${demo.chain.history.contracts.DemoDollar}`,
        reads: told,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['tokentx', 'txlistinternal', 'balance'].map((action): [string, Played] => [
      `${action} of an account`,
      {
        path: () => `/api?module=account&action=${action}&address=${demo.chain.history.contracts.Router}`,
        reads: told,
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['/smart-contracts', '/smart-contracts/counters', '/smart-contracts/verification/config'],
      ...['/advanced-filters', '/config/csv-export', '/config/backend-version'],
    ].map((path): [string, Played] => [path, { path: () => `/api/v2${path}`, reads: any }]),
  ),
  'methods to filter by': { path: () => '/api/v2/advanced-filters/methods', reads: z.array(any).min(1) },
  'the newest transactions': { path: () => '/api/v2/main-page/transactions', reads: z.array(any).min(1) },
  'a quick search': { path: () => '/api/v2/search/quick?q=us', reads: z.array(any) },
  'counters of the chain': {
    path: () => '/stats-service/api/v1/counters',
    reads: z.object({ counters: z.array(any).min(1) }),
  },
};

test.each(Object.entries(REQUESTS))('%s', async (_, { path, reads, headers = {}, post }) => {
  const keyed = path().startsWith(CHAIN) ? KEYED : {};
  const body = post === undefined ? {} : { method: 'POST', body: post };
  const answer = await api.request(path(), { headers: { ...keyed, ...headers }, ...body });
  expect([path(), answer.status]).toEqual([path(), 200]);
  reads.parse(answer.body);
});

test.each([
  ...['updated-gas-oracle', 'content-type', 'show-scam-tokens', 'api-v2-temp-token', 'x-requested-with'],
  'cache-control',
])('a browser may send the header %s', async (name) => {
  const headers = { origin: 'https://dapp.example', 'access-control-request-method': 'GET' };
  const answer = await api.request('/api/v2/stats', {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-headers': name },
  });
  expect(answer.headers.get('access-control-allow-headers')?.split(/,\s*/)).toContain(name);
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

const PROGRAM = join(ROOT, '../shared/tools/client-requests.mjs');

/** What Node's fetch never sends, and a time before the first block of the demo chain: the rest stays as it is. */
const AMENDMENTS = [
  [", { headers: { upgrade: 'websocket' } }", ''],
  ['timestamp=1700000000', 'timestamp=1767312000'],
] as const;

function readProgram(): string {
  const given = readFileSync(PROGRAM, 'utf8');
  return AMENDMENTS.reduce((text, [wrong, right]) => {
    expect(text).toContain(wrong);
    return text.replace(wrong, right);
  }, given);
}

/** What the program says; it ends with an error when something fails. */
const play = (env: Record<string, string>) =>
  new Promise<string>((resolve) => {
    const given = ['--input-type=module', '-e', readProgram()];
    execFile(process.execPath, given, { env: { ...process.env, ...env } }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });

describe.skipIf(!existsSync(PROGRAM))('the requests of ../shared/tools/client-requests.mjs', () => {
  test.each([
    ['specification', 1],
    ['blockscout', 0],
  ] as const)('all work with the types of %s', async (dialect, ruled) => {
    const server = await api.listen(dialect);
    try {
      const told = await play({
        ...{ API_BASE: server.url, API_KEY: TEST_KEY, CHAIN: String(TEST_CHAIN_ID), API_DIALECT: dialect },
      });
      expect(told.split('\n').filter((line) => line !== '' && !line.includes('(ruled: '))).toEqual([
        expect.stringMatching(new RegExp(`^\\d\\d requests: \\d\\d work, 0 fail, ${ruled} fail as ruled$`)),
      ]);
    } finally {
      await server.stop();
    }
  });
});
