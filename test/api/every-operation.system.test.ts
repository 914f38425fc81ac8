import { createHash } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { entryPoint07Address } from 'viem/account-abstraction';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PLANS } from '@/lib/api/gate/plans';
import type { Database } from '@/lib/db/open-database';
import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { hexToBuffer } from '@/lib/evm/hex';
import { OPERATION_TOPICS } from '@/lib/evm/user-operations';
import { TEST_CHAIN_ID, TEST_KEY, type TestAnswer } from '../support/api-harness';
import { insert } from '../support/api-rows';
import { provideDemoApi } from '../support/demo-api';
import { DEMO_USER_OPERATION, type DemoCall, listDemoCalls, writeDemoPath } from '../support/demo-calls';
import { type DocumentedOperation, type OpenApiDocument, readDocument } from '../support/openapi-document';
import { ROOT } from '../support/source-tree';

const CONFIG = 'getApiConfig';
/** Plain values shown of a list in an example; of objects only the first. */
const EXAMPLE_VALUES = 4;
/** Characters shown of a text: an even number, for whole bytes of hex. */
const EXAMPLE_CHARACTERS = 300;
const MAX_EXAMPLE_LENGTH = 10_000;
/** Well-formed values that are on no chain: answered with 404 or an empty result. */
const UNKNOWN = {
  transaction_hash_param: `0x${'0'.repeat(63)}1`,
  operation_hash_param: `0x${'0'.repeat(63)}1`,
  address_hash_param: `0x${'9'.repeat(40)}`,
  handle_param: `0x${'0'.repeat(63)}1`,
  token_id_param: '123456789',
  block_hash_or_number_param: '999999999',
  block_number_param: '1',
};
const NOWHERE = 'nowhere';
/** Statuses that need a broken service: test/api/plans.system.test.ts and others provoke them. */
const NOT_PROVOKED = ['500', '503'];

const demo = await provideDemoApi();
let served: unknown;
let document: OpenApiDocument;
/** The statuses of each operation so far, each checked against the document. */
const seen = new Map<string, Set<string>>();

beforeAll(async () => {
  await addUserOperation(demo.api.db);
  await addTokenLogo(demo.api.db, demo.chain.history.contracts.DemoDollar ?? '');
  served = (await demo.api.request('/openapi.json')).body;
  document = readDocument(served);
});

/** The demo chain has no EntryPoint: its newest transaction gets the log of one. */
async function addUserOperation(db: Database): Promise<void> {
  const [last] = await db.sql<{ block: number; index: number }[]>`
    select block_number as block, index from ${db.schema}.transactions order by block_number desc, index desc limit 1`;
  if (!last) throw new Error('the demo chain has no transactions');
  const [sender, hash] = [Buffer.alloc(20, 0x44), hexToBuffer(DEMO_USER_OPERATION)];
  const word = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
  const entryPoint = hexToBuffer(entryPoint07Address);
  await insert.log(
    db,
    { ...last, log: 900 },
    {
      ...{ address: entryPoint, topic0: OPERATION_TOPICS.operation, topic1: hash, topic2: word(sender) },
      ...{
        topic3: word(Buffer.alloc(0)),
        data: Buffer.concat([7, 1, 9, 8].map((byte) => word(Buffer.of(byte)))),
      },
    },
  );
  const position = { block_number: last.block, transaction_index: last.index, log_index: 900 };
  const bundle = { entry_point: entryPoint, bundler: sender, bundle_index: 0, operation_index: 0 };
  const row = { ...position, sender, paymaster: null, hash, factory: null, ...bundle };
  await db.sql`insert into ${db.schema}.user_operations ${db.sql(row)}`;
}

/** The demo chain has no token list. */
async function addTokenLogo(db: Database, token: string): Promise<void> {
  const logo = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const row = { address: hexToBuffer(token), list: 'A token list', name: 'Demo Dollar', symbol: 'dUSD' };
  const rest = { decimals: 6, agrees: true, logo, logo_type: 'image/png', logo_version: 'e3b0c44298fc' };
  await db.sql`insert into ${db.schema}.listed_tokens ${db.sql({ ...row, ...rest })}`;
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const KEYED = withKey(TEST_KEY);

/** Makes a request, and fails unless its response is documented. */
async function ask(
  operation: DocumentedOperation,
  url: string,
  headers: Record<string, string> = KEYED,
): Promise<TestAnswer> {
  const answer = await demo.api.request(url, { headers });
  document.expectDocumented(operation, answer, url);
  const statuses = seen.get(operation.operationId) ?? new Set();
  seen.set(operation.operationId, statuses.add(String(answer.status)));
  return answer;
}

async function expectSuccess(operation: DocumentedOperation, url: string): Promise<TestAnswer> {
  const answer = await ask(operation, url);
  const problem = answer.status === 200 ? '' : answer.text.slice(0, 300);
  expect([operation.operationId, url, answer.status, problem]).toEqual([operation.operationId, url, 200, '']);
  return answer;
}

const templateOf = ({ path }: DocumentedOperation, chain: string | number = TEST_CHAIN_ID) =>
  path.replace('{chain_id}', String(chain));

/** The calls of a documented operation that the demo chain answers with 200. */
function listCalls({ operationId, path }: DocumentedOperation): DemoCall[] {
  if (operationId === CONFIG) return [{ path: {}, query: {} }];
  const below = path.replace('/{chain_id}', '');
  const endpoint = ENDPOINTS.find(
    (candidate) => SERVICE_PREFIX[candidate.service] + candidate.path === below,
  );
  if (!endpoint) throw new Error(`${operationId} is documented, and is no endpoint`);
  return listDemoCalls(endpoint, demo.chain.history);
}

function firstCall(operation: DocumentedOperation): DemoCall {
  const [call] = listCalls(operation);
  if (!call)
    throw new Error(`${operation.operationId} is not called: give it a call in test/support/demo-calls.ts`);
  return call;
}

test('the document is valid by a validator of others', async () => {
  expect(await new Validator().validate(JSON.parse(JSON.stringify(served)))).toEqual({ valid: true });
  const unnamed = document.operations.filter(({ summary, tags }) => !summary || !tags?.length);
  expect(unnamed).toEqual([]);
});

test('every operation answers 200 as the document says, on every path that it names', async () => {
  const nextPage = z.object({ next_page_params: z.record(z.string(), z.union([z.string(), z.number()])) });
  let followed = 0;
  for (const operation of document.operations) {
    for (const call of listCalls(operation)) {
      const answer = await expectSuccess(operation, writeDemoPath(templateOf(operation), call));
      const next = nextPage.safeParse(answer.body);
      if (!next.success) continue;
      const entries = Object.entries(next.data.next_page_params).map(([name, value]) => [
        name,
        String(value),
      ]);
      const query = { ...call.query, ...Object.fromEntries(entries) };
      await expectSuccess(operation, writeDemoPath(templateOf(operation), { ...call, query }));
      followed += 1;
    }
  }
  expect(followed).toBeGreaterThan(5);
});

test('every word that the document lists for a parameter is understood', async () => {
  const words = z.looseObject({ enum: z.array(z.string()) });
  let requests = 0;
  for (const operation of document.operations) {
    const call = firstCall(operation);
    for (const { name, schema, in: place } of operation.parameters) {
      const listed = words.safeParse(schema);
      const values = name === 'items_count' ? ['1'] : listed.success ? listed.data.enum : [];
      for (const value of place === 'query' ? values : []) {
        const query = { ...call.query, [name]: value };
        await expectSuccess(operation, writeDemoPath(templateOf(operation), { ...call, query }));
        requests += 1;
      }
    }
  }
  expect(requests).toBeGreaterThan(20);
});

test('what is malformed, unknown or not allowed is answered as the document says', async () => {
  for (const operation of document.operations) {
    if (operation.operationId === CONFIG) continue;
    const call = firstCall(operation);
    const ofUnknown = { ...call.path, ...pick(UNKNOWN, call.path), ...pick({ name: NOWHERE }, call.path) };
    const malformed = Object.keys(call.path).map((name) => [name, '~']);
    const url = (path: DemoCall['path'], query: DemoCall['query'] = call.query) =>
      writeDemoPath(templateOf(operation), { path, query });
    await ask(operation, url(ofUnknown));
    await ask(operation, url(Object.fromEntries(malformed)));
    await ask(operation, url(call.path, { ...call.query, no_such_parameter: '1' }));
    await ask(operation, url(call.path, { ...call.query, from: 'x', resolution: 'x' }));
    if (!operation.deprecated) {
      expect((await ask(operation, url(call.path), {})).status).toBe(401);
      expect((await ask(operation, writeDemoPath(templateOf(operation, 999), call))).status).toBe(404);
    }
    expect((await ask(operation, url(call.path), withKey('a-wrong-key'))).status).toBe(401);
  }
});

test('what has not changed is answered with 304', async () => {
  for (const operation of document.operations) {
    const url = writeDemoPath(templateOf(operation), firstCall(operation));
    const etag = (await expectSuccess(operation, url)).headers.get('etag');
    const isUnchanging = operation.responses['304'] !== undefined;
    if (!isUnchanging) continue;
    const again = await ask(operation, url, { ...KEYED, 'if-none-match': etag ?? 'none' });
    expect([url, again.status]).toEqual([url, 304]);
  }
});

test('credits and rates are refused as the document says', async () => {
  const hasty = await addKey('hasty', 'free');
  for (const operation of document.operations) {
    if (operation.operationId === CONFIG) continue;
    const url = writeDemoPath(templateOf(operation), firstCall(operation));
    const poor = await addKey(`poor-${operation.operationId}`, 'builder', PLANS.builder.credits);
    expect((await ask(operation, url, withKey(poor))).status).toBe(402);
    let { status } = await ask(operation, url, withKey(hasty));
    for (let rounds = 0; status !== 429; rounds += 1) {
      expect(rounds).toBeLessThan(100);
      await spendSecond(hasty);
      ({ status } = await ask(operation, url, withKey(hasty)));
    }
  }
});

test('every status that the document lists has been answered', () => {
  const missing = document.operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => !NOT_PROVOKED.includes(status) && !seen.get(operationId)?.has(status))
      .map((status) => `${operationId}: ${status}`),
  );
  expect(missing).toEqual([]);
});

test('the examples are what the demo chain answers (npx vitest run test/api/every-operation.system.test.ts -u)', async () => {
  const examples: Record<string, unknown> = {};
  for (const operation of document.operations) {
    const call = firstCall(operation);
    const { body, text } = await ask(operation, writeDemoPath(templateOf(operation), call));
    examples[operation.operationId] = { ...call, body: shorten(body ?? text) };
  }
  const large = Object.entries(examples).filter(
    ([, kept]) => JSON.stringify(kept).length > MAX_EXAMPLE_LENGTH,
  );
  expect(large.map(([id]) => id)).toEqual([]);
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(
    `${ROOT}/lib/endpoints/examples.json`,
  );
});

test('every operation of the document shows an example that fits its own schema', () => {
  for (const operation of document.operations) document.expectExample(operation);
});

/** The entries of `values` that `wanted` has too. */
function pick(values: DemoCall['path'], wanted: DemoCall['path']): DemoCall['path'] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in wanted));
}

/** On a busy machine a second may be too short for several calls of an operation that takes long. */
async function spendSecond(key: string): Promise<void> {
  const calls = Array.from({ length: PLANS.free.requestsPerSecond }, () =>
    demo.api.request(`/${TEST_CHAIN_ID}/api/v2/${NOWHERE}`, { headers: withKey(key) }),
  );
  expect((await Promise.all(calls)).every(({ status }) => status === 404 || status === 429)).toBe(true);
}

/** A key on a plan, with some of today's credits used up. */
async function addKey(key: string, plan: string, used = 0): Promise<string> {
  const keyHash = createHash('sha256').update(key).digest();
  const { sql } = demo.api;
  await sql`insert into gateway.api_keys (key_hash, name, plan) values (${keyHash}, ${key}, ${plan})`;
  await sql`
    insert into gateway.key_credits (key_hash, day, credits)
    values (${keyHash}, (now() at time zone 'utc')::date, ${used})`;
  return key;
}

/** The beginning of a body: the first items of each list, the first characters of each text. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/^127\.0\.0\.1:\d+$/, 'node.example').slice(0, EXAMPLE_CHARACTERS);
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => item === null || typeof item !== 'object');
    return value.slice(0, isPlain ? EXAMPLE_VALUES : 1).map(shorten);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, below]) => [name, shorten(below)]));
}
