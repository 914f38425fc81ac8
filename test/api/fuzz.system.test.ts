import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';
import { listDemoCalls, writeDemoPath } from '../support/demo-calls';
import { type OpenApiDocument, readDocument } from '../support/openapi-document';

const RUNS = 60;
/** Above the largest page of the demo chain, whose tokens and metadata have maximum lengths. */
const MAX_ANSWER_LENGTH = 4_000_000;
/** A response that no operation lists: the query is too long. */
const GENERAL = [414];

const demo = await provideDemoApi();
let document: OpenApiDocument;
beforeAll(async () => {
  document = readDocument((await demo.api.request('/openapi.json')).body);
});

const boundary = fc
  .constantFrom(0n, 7n, 31n, 32n, 53n, 63n, 64n, 77n, 128n, 255n, 256n, 512n)
  .chain((bits) => fc.constantFrom(2n ** bits, 2n ** bits - 1n, -(2n ** bits), 2n ** bits + 1n))
  .map(String);
const hexText = fc
  .constantFrom(0, 1, 39, 40, 41, 63, 64, 65, 128)
  .chain((length) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length }),
  )
  .map((digits) => `0x${digits}`);
const hostile = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '%',
    '..',
    '[]',
    '{}',
    "'; --",
    'null',
    'NaN',
    '-0',
    '1e3',
    '01',
    '١',
    '\u202e',
  ),
  fc.constantFrom(
    '9999-12-31',
    '0000-00-00',
    '2026-02-30',
    '-001-01-01',
    '2026-01-01T00:00:00Z',
    '+275760-09-13',
  ),
  fc.constantFrom(
    'ERC-20',
    '[ERC-721,ERC-1155]',
    'erc-7984',
    'validated',
    'to',
    'desc',
    'WEEK',
    'newTxns,newTxns',
  ),
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.integer({ min: -3, max: 400 }).map(String),
  boundary,
  hexText,
);
/** Any characters that a header may have; others never reach a server. */
const headerText = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  .map((text) => text.trim());
const headers = fc.dictionary(
  fc.constantFrom(
    'if-none-match',
    'x-forwarded-for',
    'forwarded',
    'accept',
    'accept-encoding',
    'origin',
    'range',
    'x-request-id',
    'user-agent',
    'cookie',
    'content-type',
    'x-http-method-override',
  ),
  fc.oneof(headerText, fc.constantFrom('*', '""', 'W/"1"', '::1', '127.0.0.1, ::ffff:1.2.3.4', 'bytes=0-1')),
  { maxKeys: 4 },
);

test.each(ENDPOINTS.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s answers whatever it is asked, as the document says',
  async (id, endpoint) => {
    const operation = document.operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`${id} is not documented`);
    const [call] = listDemoCalls(endpoint, demo.chain.history);
    const good = { ...call?.path };
    // without its last segment, or with one that leads back, a path is another operation's
    const named = hostile.filter((text) => !['', '.', '..'].includes(text));
    const path = fc.record(
      Object.fromEntries(
        Object.keys(endpoint.params.shape).map((name) => [
          name,
          fc.oneof({ weight: 3, arbitrary: fc.constant(good[name] ?? '') }, named),
        ]),
      ),
    );
    const own = Object.keys(endpoint.query.shape);
    const name =
      own.length === 0 ? hostile : fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...own) }, hostile);
    const query = fc.dictionary(name, hostile, { maxKeys: 4 });
    const prefix = fc.constantFrom(`/${TEST_CHAIN_ID}`, '');
    await fc.assert(
      fc.asyncProperty(fc.record({ path, query, headers, prefix }), async (given) => {
        const below = `${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`;
        const url = `${given.prefix}${writeDemoPath(below, given)}`;
        const answer = await demo.api.request(url, {
          headers: { ...given.headers, authorization: `Bearer ${TEST_KEY}` },
        });
        expect(answer.status).not.toBe(500);
        expect(answer.text.length).toBeLessThan(MAX_ANSWER_LENGTH);
        const isGeneral = GENERAL.includes(answer.status);
        // what is not promised without a chain has no documented headers there, and is the same otherwise
        if (!isGeneral && given.prefix !== '') document.expectDocumented(operation, answer, url);
      }),
      { numRuns: RUNS },
    );
  },
);
