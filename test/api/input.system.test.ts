import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { provideTestApi, TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { plainAddress } from '../support/rows';

const api = await provideTestApi({
  traces: {
    calls: async () => ({ kind: 'answered', value: [] }),
    stateDiff: async () => ({ kind: 'refused' }),
    storageWrites: async () => ({ kind: 'refused' }),
  },
});
let transaction: string;
const nft = hex(address(20));
const erc20 = hex(address(21));
const confidential = hex(address(22));
const HASH_FORMAT = 'Invalid format. Expected ~r/^0x([A-Fa-f0-9]{64})$/';
const ADDRESS_FORMAT = 'Invalid format. Expected ~r/^0x([A-Fa-f0-9]{40})$/';
const ID_FORMAT = 'Invalid format. Expected ~r/^-?([1-9][0-9]*|0)$/';

/** Error(string), as returned by a reverted call. */
function errorOutput(text: Buffer): Buffer {
  const word = (value: number) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
  const padded = Buffer.concat([text, Buffer.alloc((32 - (text.length % 32)) % 32)]);
  return Buffer.concat([Buffer.from('08c379a0', 'hex'), word(32), word(text.length), padded]);
}

beforeAll(async () => {
  const { db } = api;
  await insert.block(db, 7, { extra_data: Buffer.from('00ff', 'hex'), size: '9'.repeat(40) });
  transaction = hex(
    await insert.transaction(
      db,
      { block: 7, index: 0 },
      {
        status: 0,
        error: Buffer.from('execution reverted\u0000'),
        revert_output: errorOutput(Buffer.from('no\u0000 more <b>\u00ff', 'latin1')),
        revert_source: 'trace',
        nonce: (2n ** 64n - 2n).toString(),
        gas_limit: (2n ** 64n - 1n).toString(),
        gas_used: (2n ** 64n - 1n).toString(),
        value: (2n ** 256n - 1n).toString(),
        input: Buffer.from('a9059cbb', 'hex'),
      },
    ),
  );
  await insert.transfers(db, { block: 7, index: 0 }, [
    { log_index: 0, token_type: 'ERC-721', token_ids: [2n ** 256n - 1n] },
  ]);
  const hostile = Buffer.from('<script>\u0000alert(1)</script>\u202e', 'utf8');
  await insert.address(db, { address: address(11), is_contract: true, is_fhe: true });
  await insert.token(db, {
    address: address(20),
    type: 'ERC-721',
    name: hostile,
    search_text: '<script> alert(1)',
  });
  await insert.token(db, {
    address: address(21),
    name: Buffer.from('ff80fe41', 'hex'),
    symbol: Buffer.alloc(0),
  });
  await insert.token(db, {
    address: address(22),
    type: 'ERC-7984',
    name: Buffer.alloc(1_000_000, 'N'),
    search_text: "O'Neil \\ dollar & co",
    decimals: (2n ** 256n - 1n).toString(),
  });
  await db.sql`
    insert into ${db.schema}.token_instances (token_address, token_id, transfers_count)
    values (${address(20)}, ${(2n ** 256n - 1n).toString()}::numeric, 3)`;
});

const errors = (...list: [pointer: string, detail: string][]) => ({
  errors: list.map(([pointer, detail]) => ({ title: 'Invalid value', source: { pointer }, detail })),
});

test('malformed path parameters are named, all of them at once', async () => {
  const short = `0x${'a'.repeat(63)}`;
  for (const bad of [
    short,
    `${transaction}0`,
    transaction.slice(2),
    transaction.replace('0x', '0X'),
    `${transaction}%0A`,
    '%zz',
  ]) {
    for (const below of ['', '/token-transfers', '/fhe-operations']) {
      const answer = await api.get(`/api/v2/transactions/${bad}${below}`);
      expect([answer.status, answer.body]).toEqual([422, errors(['/transaction_hash_param', HASH_FORMAT])]);
    }
  }
  const both = await api.get('/api/v2/tokens/0x/instances/abc/transfers-count');
  expect([both.status, both.body]).toEqual([
    422,
    errors(['/address_hash_param', ADDRESS_FORMAT], ['/token_id_param', ID_FORMAT]),
  ]);
});

test('what is not there is 404, whatever the case of its letters', async () => {
  for (const below of ['', '/token-transfers', '/fhe-operations']) {
    const answer = await api.get(`/api/v2/transactions/${hex(hash(5))}${below}`);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Not found' }]);
    expect(
      (await api.get(`/api/v2/transactions/0x${transaction.slice(2).toUpperCase()}${below}`)).status,
    ).toBe(200);
  }
  expect((await api.get(`/api/v2/blocks/${'9'.repeat(90)}`)).status).toBe(404);
  expect((await api.get('/api/v2/blocks/8')).body).toEqual({ message: 'Not found' });
});

test('token ids of every size are answered', async () => {
  const count = async (token: string, id: string) => {
    const answer = await api.get(`/api/v2/tokens/${token}/instances/${id}/transfers-count`);
    return answer.status === 200 ? answer.body : answer.status;
  };
  expect(await count(nft, (2n ** 256n - 1n).toString())).toEqual({ transfers_count: 3 });
  for (const id of ['0', '-5', (2n ** 256n).toString(), '9'.repeat(90), `-${'9'.repeat(1500)}`, '-0'])
    expect(await count(nft, id)).toEqual({ transfers_count: 0 });
  for (const id of ['007', '+1', '1.0', '1e5', 'NaN', 'Infinity', '%20', '0x1', '١'])
    expect(await count(nft, id)).toBe(422);
  expect(await count(erc20, '1')).toBe(404);
  expect(await count(confidential, '1')).toEqual({ transfers_count: 0 });
  expect(await count(hex(address(99)), '1')).toBe(404);
});

test('query parameters are checked by the endpoint', async () => {
  const of = async (path: string) => {
    const answer = await api.get(path);
    return [answer.status, answer.body];
  };
  const transfers = `/api/v2/transactions/${transaction}/token-transfers`;
  expect(await of(`${transfers}?foo=1&bar=2&type=x`)).toEqual([
    422,
    errors(['/bar', 'Unexpected field: bar']),
  ]);
  const long = 'z'.repeat(60);
  expect(await of(`${transfers}?${long}=1`)).toEqual([
    422,
    errors([`/${long.slice(0, 40)}`, `Unexpected field: ${long.slice(0, 40)}`]),
  ]);
  expect(await of(`${transfers}?type=ERC-999`)).toEqual([
    422,
    errors(
      [
        '/type',
        'Failed to cast value using any of: Schema(title: "EmptyString", type: :string), Schema(type: :string)',
      ],
      ['/type', 'String length is larger than maxLength: 0'],
      [
        '/type',
        'Invalid format. Expected ~r/^\\[?(ERC-20|ERC-721|ERC-1155|ERC-404|ERC-7984)(,(ERC-20|ERC-721|ERC-1155|ERC-404|ERC-7984))*\\]?$/i',
      ],
    ),
  ]);
  expect(await of(`${transfers}?block_number=x&index=1.5`)).toEqual([
    422,
    errors(['/block_number', 'Invalid integer. Got: string'], ['/index', 'Invalid integer. Got: string']),
  ]);
  expect(await of(`${transfers}?block_number=-1&items_count=0`)).toEqual([
    422,
    errors(
      ['/block_number', '-1 is smaller than inclusive minimum 0'],
      ['/items_count', '0 is smaller than inclusive minimum 1'],
    ),
  ]);
  expect(await of('/api/v2/transactions?items_count=51&filter=x')).toEqual([
    422,
    errors(['/filter', 'Invalid value for enum'], ['/items_count', '51 is larger than inclusive maximum 50']),
  ]);
  expect(await of('/api/v2/transactions/0x?foo=1')).toEqual([
    422,
    errors(['/transaction_hash_param', HASH_FORMAT]),
  ]);
  expect((await of(`/api/v2/transactions/${transaction}?apikey=a&key=b`))[0]).toBe(200);
});

test('numbers beyond 2^53 keep their digits, and text from the chain its characters', async () => {
  const answer = await api.get(`/api/v2/transactions/${transaction}`);
  expect(answer.text).toContain(`"nonce":${2n ** 64n - 2n},`);
  expect(answer.text).toContain(`"gas_limit":"${2n ** 64n - 1n}",`);
  const specified = await api.request(`/api/v2/transactions/${transaction}`);
  expect(specified.text).toContain(`"gas_limit":${2n ** 64n - 1n},`);
  expect(specified.body).toMatchObject({ revert_reason: 'no\u0000 more <b>\ufffd' });
  expect(answer.body).toMatchObject({
    value: (2n ** 256n - 1n).toString(),
    status: 'error',
    result: 'execution reverted',
    failure: { reason: 'no\u0000 more <b>\ufffd' },
    revert_reason_source: 'trace',
    method: '0xa9059cbb',
    decoded_input: null,
    fee: { type: 'actual', value: (10n * (2n ** 64n - 1n)).toString() },
    token_transfers: [
      {
        token: {
          name: '<script>alert(1)</script>',
          symbol: null,
          decimals: null,
          exchange_rate: null,
        },
        total: { token_id: (2n ** 256n - 1n).toString(), value: null, decimals: null },
      },
    ],
  });
  expect(answer.text).toContain('no\\u0000 more');
});

test('the price of blobs belongs to transactions that carry some, whatever the receipt says', async () => {
  const priceOf = async (index: number, blob_gas_used: string | null) => {
    const mined = await insert.transaction(
      api.db,
      { block: 7, index },
      { blob_gas_used, blob_gas_price: '1' },
    );
    return (await api.get(`/api/v2/transactions/${hex(mined)}`)).body;
  };
  expect(await priceOf(90, null)).toMatchObject({ blob_gas_used: null, blob_gas_price: null });
  expect(await priceOf(91, '131072')).toMatchObject({ blob_gas_used: '131072', blob_gas_price: '1' });
});

test('a plain value of 256 bits reaches the body with all its digits, and totals are summed', async () => {
  const { db } = api;
  const operation = {
    block_number: 7,
    transaction_index: 0,
    caller: address(30),
    fhe_type: 'Uint256',
    is_scalar: false,
    result: hash(3),
  };
  await db.sql`insert into ${db.schema}.fhe_operations ${db.sql([
    {
      ...operation,
      log_index: 5,
      operation: 'TrivialEncrypt',
      operands: '{}',
      plaintext: (2n ** 256n - 1n).toString(),
      hcu_cost: 100,
      hcu_depth: 1,
    },
    {
      ...operation,
      log_index: 6,
      operation: 'FheRand',
      operands: '{}',
      plaintext: null,
      hcu_cost: 200,
      hcu_depth: 2,
      caller: null,
    },
  ])}`;
  const answer = await api.get(`/api/v2/transactions/${transaction}/fhe-operations`);
  expect(answer.text).toContain(`"inputs":{"plaintext":${2n ** 256n - 1n}}`);
  expect(answer.body).toMatchObject({
    total_hcu: 300,
    max_depth_hcu: 2,
    operation_count: 2,
    items: [
      { log_index: 5, caller: { is_contract: false }, result: hex(hash(3)) },
      { caller: null, inputs: {} },
    ],
  });
});

test('addresses tell what is known, with the FHE tag', async () => {
  const { body } = await api.get(`/api/v2/transactions/${transaction}`);
  const unknown = plainAddress('0x0000000A00000000000000000000000000000000');
  expect(body).toMatchObject({
    from: unknown,
    to: {
      is_contract: true,
      public_tags: [
        { address_hash: '0x0000000b00000000000000000000000000000000', display_name: 'FHE', label: 'fhe' },
      ],
    },
    transaction_types: ['coin_transfer', 'contract_call', 'token_transfer'],
  });
});

test('the search takes any text', async () => {
  const find = async (q: string) => (await api.get(`/api/v2/search?q=${encodeURIComponent(q)}`)).body;
  expect(await find("o'ne")).toMatchObject({ items: [{ type: 'token', token_type: 'ERC-7984' }] });
  expect(await find('SCRI')).toMatchObject({
    items: [{ type: 'token', address_hash: expect.stringMatching(/^0x/) }],
  });
  expect(await find(transaction.toUpperCase().replace('0X', '0x'))).toMatchObject({
    items: [{ type: 'transaction' }],
  });
  expect(await find(' 7 ')).toMatchObject({ items: [{ type: 'block', block_number: 7 }] });
  expect(await find(nft)).toMatchObject({ items: [{ type: 'token' }] });
  for (const q of [
    '',
    '   ',
    "'",
    '\\',
    ':*',
    '& | !',
    '\0',
    '9'.repeat(1000),
    "'); drop table tokens; --",
    '%',
    '_',
  ])
    expect(await find(q)).toMatchObject({ items: [] });
  const redirect = async (q: string) => (await api.get(`/api/v2/search/check-redirect?q=${q}`)).body;
  expect(await redirect('7')).toMatchObject({ redirect: true, type: 'block' });
  expect(await redirect(transaction)).toEqual({
    redirect: true,
    type: 'transaction',
    parameter: transaction,
  });
  expect(await redirect(hex(address(99)))).toMatchObject({ redirect: true, type: 'address' });
  expect(await redirect('nothing')).toEqual({ redirect: false, type: null, parameter: null });
});

/** Proofs are of what a node answers, no source was sent, and no user operation was bundled. */
const EXCEPTIONS: Record<string, number> = {
  getBlockProof: 503,
  getFheHandle: 404,
  getFheHandleLineage: 404,
  listFheHandleAccess: 404,
  listFheHandleHistory: 404,
  listFheHandleUses: 404,
  getTokenLogo: 404,
  getTransactionProof: 503,
  getUserOperation: 404,
  getUserOperationSummary: 404,
  getVerification: 404,
};

test('every operation answers on both surfaces, on an index with one block', async () => {
  await insert.address(api.db, { address: address(20), is_contract: true });
  const values: Record<string, string> = {
    transaction_hash_param: transaction,
    address_hash_param: nft,
    token_id_param: (2n ** 256n - 1n).toString(),
    block_hash_or_number_param: '7',
    block_number_param: '999',
    operation_hash_param: transaction,
    name: 'newTxns',
    verification_id_param: '00000000-0000-4000-8000-000000000000',
  };
  for (const endpoint of ENDPOINTS) {
    const path =
      SERVICE_PREFIX[endpoint.service] + endpoint.path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    const status = EXCEPTIONS[endpoint.id] ?? 200;
    expect([endpoint.id, (await api.get(path)).status]).toEqual([endpoint.id, status]);
    expect([endpoint.id, (await api.request(path)).status]).toEqual([endpoint.id, status]);
  }
});

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'v2',
    'transactions',
    'blocks',
    'tokens',
    'instances',
    'lines',
    'search',
    '..',
    '%00',
    '%zz',
    '{name}',
    '',
  ),
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.bigInt({ min: -(2n ** 300n), max: 2n ** 300n }).map(String),
  fc
    .constantFrom(64, 63, 40)
    .chain((length) =>
      fc
        .string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })
        .map((digits) => `0x${digits}`),
    ),
);
const value = fc.oneof(
  segment,
  fc.constantFrom(
    'ERC-20',
    '[ERC-721]',
    'DAY',
    'validated',
    '2023-01-01',
    '9999-12-31',
    '-1',
    '0',
    '1',
    '51',
    '7',
    '9'.repeat(40),
  ),
);
const names = [...new Set(ENDPOINTS.flatMap(({ query }) => Object.keys(query.shape)))];

test('no path and no query make an answer of 500', async () => {
  const known = fc.constantFrom(...ENDPOINTS).chain((endpoint) =>
    fc.array(segment, { minLength: 4, maxLength: 4 }).map((given) => {
      let at = 0;
      const path = endpoint.path.replace(/\{(\w+)\}/g, () => given[at++] ?? '');
      return SERVICE_PREFIX[endpoint.service] + path;
    }),
  );
  const path = fc.oneof(
    known,
    fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
  );
  const query = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), segment), value), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(path, query, async (below, pairs) => {
      const search = pairs.map(([name, given]) => `${name}=${given}`).join('&');
      const answer = await api.request(`/${TEST_CHAIN_ID}${below}?${search}`, {
        headers: { authorization: `Bearer ${TEST_KEY}` },
      });
      expect([200, 400, 401, 404, 414, 422]).toContain(answer.status);
      const isFile = answer.status === 200 && /\/csv\/?$/.test(below);
      expect(answer.headers.get('content-type')).toBe(
        isFile ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
      );
    }),
    { numRuns: 400 },
  );
});
