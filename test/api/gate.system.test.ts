import { createHash } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { PLANS } from '@/lib/api/gate/plans';
import { provideTestApi, TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { hash, hex, insert } from '../support/api-rows';

const api = await provideTestApi();
let transaction: string;
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

beforeAll(async () => {
  await insert.block(api.db, 1);
  transaction = `/api/v2/transactions/${hex(await insert.transaction(api.db, { block: 1, index: 0 }))}`;
});

async function addKey(key: string, plan: string): Promise<string> {
  const keyHash = createHash('sha256').update(key).digest();
  await api.sql`insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, ${key}, ${plan})`;
  return key;
}

test('a call without a key, or with a wrong one, is refused before anything else is looked at', async () => {
  for (const answer of [
    await api.get(transaction, { key: null }),
    await api.get(transaction, { key: 'wrong' }),
    await api.get('/api/v2/nope', { key: null }),
    await api.request(`/999${transaction}`),
    await api.request('/1/nope'),
    await api.get(`${transaction}?apikey=wrong`, { key: null }),
  ]) {
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: 'Unauthorized' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.has('x-credits-remaining')).toBe(false);
  }
});

test('the key stands in the header or in the query, and the header wins', async () => {
  const ok = [
    await api.get(transaction),
    await api.get(transaction, { key: null, headers: { authorization: `bearer ${TEST_KEY}` } }),
    await api.get(`${transaction}?apikey=${TEST_KEY}`, { key: null }),
    await api.get(`${transaction}?apikey=wrong`),
  ];
  expect(ok.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await api.get(`${transaction}?apikey=${TEST_KEY}`, { key: 'wrong' })).status).toBe(401);
});

test('a metered answer carries four headers; the internal plan is counted and never runs dry', async () => {
  const first = await api.get(transaction);
  const second = await api.get(transaction);
  expect(first.headers.get('x-ratelimit-limit')).toBe('1000000');
  expect(first.headers.get('x-credits-remaining')).toBe('9007199254740991');
  expect(second.headers.get('x-credits-remaining')).toBe('9007199254740991');
  const reset = Number(first.headers.get('x-ratelimit-reset'));
  expect(reset).toBeGreaterThanOrEqual(0);
  expect(reset).toBeLessThanOrEqual(1000);
  expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(1_000_000);
});

test('beyond the plan’s rate a call is refused with the time to wait', async () => {
  const key = await addKey('a-free-key', 'free');
  const answers = await Promise.all(Array.from({ length: 12 }, () => api.get(transaction, { key })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(PLANS.free.requestsPerSecond);
  expect(refused).toHaveLength(12 - PLANS.free.requestsPerSecond);
  expect(refused[0]?.body).toEqual({ error: 'Too many requests' });
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect(refused[0]?.headers.get('x-ratelimit-limit')).toBe('5');
  expect(refused[0]?.headers.get('x-ratelimit-remaining')).toBe('0');
});

test('a 200 costs its price, a 304 and an error cost nothing', async () => {
  const key = await addKey('a-business-key', 'business');
  const left = async (path: string, headers = {}) => {
    const answer = await api.get(path, { key, headers });
    return {
      status: answer.status,
      left: answer.headers.get('x-credits-remaining'),
      etag: answer.headers.get('etag'),
    };
  };
  const first = await left(transaction);
  expect(first).toMatchObject({ status: 200, left: '2999999980' });
  expect(await left(`${transaction}/token-transfers`)).toMatchObject({ status: 200, left: '2999999950' });
  expect(await left(transaction, { 'if-none-match': first.etag })).toMatchObject({
    status: 304,
    left: '2999999950',
  });
  expect(await left(`${transaction}0`)).toMatchObject({ status: 422, left: null });
  expect(await left(`/api/v2/transactions/${hex(hash(77))}`)).toMatchObject({ status: 404, left: null });
  expect(await left(transaction)).toMatchObject({ status: 200, left: '2999999930' });
});

test('402 is answered exactly when fewer credits are left than the call costs', async () => {
  const key = await addKey('a-key-that-ends', 'free');
  const today = new Date().toISOString().slice(0, 10);
  await api.sql`
    insert into gateway.key_credits (key_hash, day, credits)
    select key_hash, ${today}::date, ${PLANS.free.credits - 50} from gateway.api_keys where name = ${key}`;
  const first = await api.get(transaction, { key });
  expect([first.status, first.headers.get('x-credits-remaining')]).toEqual([200, '30']);
  const etag = first.headers.get('etag') ?? '';
  const dear = await api.get(`${transaction}/token-transfers`, { key });
  expect([dear.status, dear.headers.get('x-credits-remaining')]).toEqual([200, '0']);
  const refused = await api.get(transaction, { key, headers: { 'if-none-match': etag } });
  expect([refused.status, refused.body]).toEqual([402, { error: 'Out of credits' }]);
  for (const name of [...RATE_HEADERS, 'x-credits-remaining']) expect(refused.headers.has(name)).toBe(false);
  await api.sql`update gateway.api_keys set plan = 'builder' where name = ${key}`;
  await vi.waitFor(
    async () => {
      const again = await api.get(transaction, { key });
      expect([again.status, again.headers.get('x-credits-remaining')]).toEqual([200, '99899980']);
    },
    { timeout: 60_000, interval: 250 },
  );
});

test('a revoked key and a key of a plan that does not exist open nothing', async () => {
  const odd = await addKey('an-odd-key', 'platinum');
  const revoked = await addKey('a-revoked-key', 'free');
  await api.sql`update gateway.api_keys set revoked_at = now() where name = ${revoked}`;
  expect((await api.get(transaction, { key: revoked })).status).toBe(401);
  expect((await api.get(transaction, { key: odd })).status).toBe(401);
});

test('chain, then route, then parameters', async () => {
  const unknownChain = await api.request(`/999/api/v2/nope?apikey=${TEST_KEY}`);
  expect([unknownChain.status, unknownChain.body]).toEqual([
    404,
    { error: 'Network not supported', source: 'internal' },
  ]);
  expect((await api.request(`/0${TEST_CHAIN_ID}${transaction}?apikey=${TEST_KEY}`)).body).toEqual(
    unknownChain.body,
  );
  for (const path of ['/nope', '/api/v2/nope?foo=1', '/api/v2/transactions//token-transfers', '/api/v2']) {
    const answer = await api.get(path);
    expect([answer.status, answer.body]).toEqual([404, { error: 'Not found', source: 'internal' }]);
  }
  const open = await api.request('/nope');
  expect([open.status, open.body]).toEqual([404, { error: 'Not found', source: 'internal' }]);
});

test('other methods are 405, long queries and paths 414, both with JSON', async () => {
  const post = await api.request(`/${TEST_CHAIN_ID}${transaction}`, { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  expect(post.body).toEqual({ error: 'Method not allowed', source: 'internal' });
  const long = await api.get(`${transaction}?a=${'x'.repeat(100_000)}`);
  expect([long.status, long.body]).toEqual([414, { error: 'URI too long', source: 'internal' }]);
  expect((await api.get(`/${'x'.repeat(3000)}`)).status).toBe(414);
  expect((await api.get(`${transaction}?apikey=${'x'.repeat(4900)}`)).status).toBe(200);
});

test('the per-instance surface is open, limited by address, and announces what succeeds it', async () => {
  const answers = [
    await api.request(transaction),
    await api.request(`/api/v2/transactions/${hex(hash(77))}`),
    await api.request('/api/v2/transactions/0x'),
    await api.request('/api/v2/nope'),
    await api.request(transaction, { headers: { authorization: 'Bearer wrong' } }),
    await api.request('/stats-service/api/v1/lines'),
    await api.request('/api?module=stats'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 422, 404, 401, 200, 200]);
  for (const { headers } of answers) expect(headers.get('deprecation')).toBe('@1782864000');
  expect(answers[0]?.headers.get('link')).toBe(
    `<https://explorer.example/${TEST_CHAIN_ID}${transaction}>; rel="successor-version"`,
  );
  for (const refused of [
    await api.request(transaction, { method: 'DELETE' }),
    await api.request(`${transaction}?${'x'.repeat(6000)}`),
  ]) {
    expect([405, 414]).toContain(refused.status);
    expect(refused.headers.get('deprecation')).toBe('@1782864000');
  }
  for (const beside of ['/api/json/config', '/api/v3/blocks', '/stats-service/x', '/healthz'])
    expect((await api.request(beside)).headers.has('deprecation')).toBe(false);
  const [open] = answers;
  expect(open?.headers.get('x-ratelimit-limit')).toBe('600');
  expect(RATE_HEADERS.every((name) => open?.headers.has(name))).toBe(true);
  expect(open?.headers.has('x-credits-remaining')).toBe(false);
  expect(open?.headers.get('cache-control')).toBe('public, max-age=1');
  const keyed = await api.request(transaction, { headers: { authorization: `Bearer ${TEST_KEY}` } });
  expect(keyed.headers.get('x-credits-remaining')).toBe('9007199254740991');
  expect(keyed.headers.get('cache-control')).toBe('private, no-cache');
  expect(keyed.headers.get('deprecation')).toBe('@1782864000');
  expect((await api.get(transaction)).headers.has('deprecation')).toBe(false);
});

test('the 601st call of a minute from one address is refused, with its deprecation announced', async () => {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 620; sent += 20) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.request('/api/v2/main-page/indexing-status')),
    );
    for (const { status, headers } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(headers.get('deprecation')).toBe('@1782864000');
    }
  }
  expect([...statuses.keys()].sort()).toEqual([200, 429]);
  expect(statuses.get(200)).toBeLessThanOrEqual(600);
  expect(statuses.get(200)).toBeGreaterThan(580);
});

test('answers carry an ETag and become 304 for who has it', async () => {
  const first = await api.get(transaction);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{27}"$/);
  const again = await api.get(transaction, { headers: { 'if-none-match': `"x", W/${etag}` } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.get('x-credits-remaining')).toBe('9007199254740991');
  expect(again.headers.get('etag')).toBe(etag);
  const missing = await api.get(`/api/v2/transactions/${hex(hash(77))}`);
  expect([missing.headers.get('etag'), missing.headers.get('cache-control')]).toEqual([null, 'no-store']);
});

test('any origin may read, with the four headers', async () => {
  const answer = await api.get(transaction, { headers: { origin: 'https://elsewhere.example' } });
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const exposed = answer.headers.get('access-control-expose-headers')?.split(',');
  expect(exposed).toEqual([...RATE_HEADERS, 'x-credits-remaining']);
  const preflight = await api.request(`/${TEST_CHAIN_ID}${transaction}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.status).toBe(204);
  const ofInstance = await api.request(transaction, { method: 'OPTIONS' });
  expect([ofInstance.status, ofInstance.headers.get('deprecation')]).toEqual([204, '@1782864000']);
  expect(preflight.headers.get('deprecation')).toBeNull();
  const refused = await api.get(transaction, { key: null, headers: { origin: 'https://elsewhere.example' } });
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});

test('a preflight allows every header that it names but cookies', async () => {
  const named =
    'content-type, updated-gas-oracle,X-Requested-With, cache-control, show-scam-tokens, cookie, b@d';
  const headers = { origin: 'https://elsewhere.example', 'access-control-request-headers': named };
  const { headers: allowed } = await api.request('/api/v2/stats', { method: 'OPTIONS', headers });
  expect(allowed.get('access-control-allow-headers')).toBe(
    'content-type,updated-gas-oracle,x-requested-with,cache-control,show-scam-tokens',
  );
  expect(allowed.get('access-control-allow-methods')).toContain('GET');
  expect(allowed.get('access-control-allow-credentials')).toBeNull();
});

test('HEAD answers as GET does, without a body', async () => {
  const head = await api.request(`/${TEST_CHAIN_ID}${transaction}?apikey=${TEST_KEY}`, { method: 'HEAD' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('etag')).toBe((await api.get(transaction)).headers.get('etag'));
});

/** Upstream's table of prices, and those of our own operations. */
const PRICES = {
  default: 20,
  '/api/v2/transactions/{transaction_hash_param}/summary': 40,
  '/api/v2/smart-contracts': 50,
  '/api/v2/stats/hot-smart-contracts': 50,
  '/api/v2/stats/last-hour': 50,
  '/api/v2/advanced-filters': 60,
  '/api/v2/advanced-filters/csv': 100,
  '/api/v2/address-news': 100,
  '/api/v2/addresses': 100,
  '/api/v2/addresses/{address_hash_param}/approvals': 40,
  '/api/v2/addresses/{address_hash_param}/flow': 100,
  '/api/v2/addresses/{address_hash_param}/movements/csv': 100,
  '/api/v2/addresses/{address_hash_param}/counterparties': 40,
  '/api/v2/tokens/{address_hash_param}/activity': 40,
  '/api/v2/tokens/{address_hash_param}/traits': 60,
  '/api/v2/transactions/{transaction_hash_param}/call-tree': 60,
  '/api/v2/transactions/{transaction_hash_param}/failure': 80,
  '/api/v2/transactions/{transaction_hash_param}/gas-profile': 80,
  '/api/v2/transactions/{transaction_hash_param}/net-changes': 30,
  '/api/v2/transactions/{transaction_hash_param}/overview': 60,
  '/api/v2/transactions/{transaction_hash_param}/steps': 80,
  '/api/v2/transactions/{transaction_hash_param}/storage-changes': 60,
  '/api/v2/transactions/{transaction_hash_param}/token-transfers': 30,
  '/api/v2/transactions/{transaction_hash_param}/logs': 30,
  '/api/v2/transactions/{transaction_hash_param}/internal-transactions': 40,
  '/api/v2/transactions/{transaction_hash_param}/raw-trace': 50,
  '/api/v2/transactions/{transaction_hash_param}/proof': 50,
  '/api/v2/blocks/{block_hash_or_number_param}/access-list': 30,
  '/api/v2/blocks/{block_hash_or_number_param}/proof': 50,
  '/api/v2/transactions/{transaction_hash_param}/state-changes': 30,
  '/api/v2/tokens': 30,
  '/api/v2/tokens/{address_hash_param}/transfers': 30,
  '/api/v2/addresses/{address_hash_param}/token-transfers': 30,
  '/api/v2/addresses/{address_hash_param}/logs': 30,
  '/api/v2/addresses/{address_hash_param}/internal-transactions': 40,
  '/api/v2/addresses/{address_hash_param}/coin-balance-history': 50,
  '/api/v2/search/quick': 25,
  '/api/v2/addresses/{address_hash_param}/fhe/profile': 50,
  '/api/v2/addresses/{address_hash_param}/fhe/handles': 30,
  '/api/v2/addresses/{address_hash_param}/fhe/delegations': 30,
  '/api/v2/tokens/{address_hash_param}/confidential': 50,
  '/api/v2/fhe': 50,
  '/api/v2/fhe/blocks': 50,
  '/api/v2/fhe/callers': 50,
  '/api/v2/fhe/handles/{handle_param}': 30,
  '/api/v2/fhe/handles/{handle_param}/access': 30,
  '/api/v2/fhe/handles/{handle_param}/lineage': 30,
};

test('health, readiness, chain list and document need no key', async () => {
  expect((await api.request('/healthz')).body).toEqual({ status: 'ok' });
  expect((await api.request('/readyz')).body).toEqual({ status: 'ready' });
  expect((await api.request('/api/json/config')).body).toEqual({
    chains: { [TEST_CHAIN_ID]: `https://explorer.example/${TEST_CHAIN_ID}` },
    endpoint_pricing: PRICES,
    dialect: 'specification',
    networks: [{ id: String(TEST_CHAIN_ID), name: 'Test chain', symbol: 'TST', is_demo: false }],
  });
  expect((await api.request('/openapi.json')).body).toMatchObject({
    openapi: '3.1.0',
    info: { version: '0.5.0' },
  });
});

test('our own fault is a 500 that tells nothing of its cause', async () => {
  await api.sql`alter table ${api.db.schema}.indexer_state rename to hidden`;
  try {
    const answer = await api.get('/api/v2/main-page/indexing-status');
    expect([answer.status, answer.body]).toEqual([
      500,
      { error: 'Internal server error', source: 'internal' },
    ]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const open = await api.request('/api/v2/main-page/indexing-status');
    expect(open.headers.get('deprecation')).toBe('@1782864000');
  } finally {
    await api.sql`alter table ${api.db.schema}.hidden rename to indexer_state`;
  }
});
