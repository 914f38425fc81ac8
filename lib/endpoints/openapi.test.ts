import { expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from './endpoints';
import { API_VERSION, toOpenApi } from './openapi';

const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(3),
  description: z.string().min(10),
  tags: z.array(z.string()).length(1),
  'x-credits': z.int().positive().optional(),
  deprecated: z.boolean().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query', 'header']) }))
    .optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), headers: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const schema = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(z.object({ name: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string(), z.object({ get: operation.optional(), post: z.unknown().optional() })),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});
const document = schema.parse(JSON.parse(JSON.stringify(toOpenApi('https://explorer.example'))));
const operations = Object.entries(document.paths).flatMap(([path, { get }]) =>
  get === undefined ? [] : [[path, { get }] as const],
);

test('it is the document of this API', () => {
  expect([document.openapi, document.info.version, API_VERSION]).toEqual(['3.1.0', '0.5.0', '0.5.0']);
  expect(document.servers).toEqual([{ url: 'https://explorer.example' }]);
  expect(document.components.securitySchemes).toEqual({
    bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    apiKeyAuth: { type: 'apiKey', in: 'query', name: 'apikey' },
  });
  expect(document.security).toEqual([{ bearerAuth: [] }, { apiKeyAuth: [] }]);
});

test('every endpoint is in it, with the four headers and its errors', () => {
  const multichain = operations.filter(([path]) => path.startsWith('/{chain_id}/'));
  expect(multichain.map(([, { get }]) => get.operationId).sort()).toEqual(
    ENDPOINTS.map(({ id }) => id).sort(),
  );
  for (const [path, { get }] of multichain) {
    expect(Object.keys(get.responses['200']?.headers ?? {})).toEqual([
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'x-credits-remaining',
    ]);
    expect(Object.keys(get.responses)).toEqual(
      expect.arrayContaining(['401', '402', '404', '429', '500', '503']),
    );
    const endpoint = ENDPOINTS.find(({ id }) => id === get.operationId);
    expect(get['x-credits']).toBe(endpoint?.credits);
    expect(get.responses['200']?.description).toBe(`OK. Costs ${endpoint?.credits} credits.`);
    expect(get.tags.every((tag) => document.tags.some(({ name }) => name === tag))).toBe(true);
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = get.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(declared).toEqual(inPath);
  }
});

/** Clients are generated with these names: one that goes or changes breaks them. New ones may be added. */
const PROMISED = [
  'getTransaction',
  'getTransactionOfInstance',
  'listTransactionTokenTransfers',
  'listTransactionTokenTransfersOfInstance',
  'listTransactionFheOperations',
  'getTokenInstanceTransfersCount',
  'listCharts',
  'getChart',
];

test('the operations of the specification keep their ids', () => {
  const ids = operations.map(([, { get }]) => get.operationId);
  expect(ids).toEqual(expect.arrayContaining(PROMISED));
});

test('the two operations of the per-instance surface are deprecated, the notice first', () => {
  const instance = operations.filter(([path]) => path.startsWith('/api/v2/'));
  expect(instance.map(([path]) => path).sort()).toEqual([
    '/api/v2/transactions/{transaction_hash_param}',
    '/api/v2/transactions/{transaction_hash_param}/token-transfers',
  ]);
  for (const [, { get }] of instance) {
    expect(get.deprecated).toBe(true);
    expect(get.description).toMatch(/^\*\*Deprecation Notice\*\*/);
    expect(get.security).toContainEqual({});
    expect(Object.keys(get.responses['200']?.headers ?? {})).toEqual([
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'deprecation',
      'link',
    ]);
  }
});

test('every reference leads somewhere, and ids are unique', () => {
  const text = JSON.stringify(document.components) + JSON.stringify(toOpenApi('https://explorer.example'));
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect(references.size).toBeGreaterThan(15);
  expect([...references].filter((name) => !Object.hasOwn(document.components.schemas, name ?? ''))).toEqual(
    [],
  );
  const ids = operations.map(([, { get }]) => get.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('answers may grow, and cursors are numbers', () => {
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  const transfers =
    document.paths['/{chain_id}/api/v2/transactions/{transaction_hash_param}/token-transfers'];
  expect(transfers?.get?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'block_number',
      schema: expect.objectContaining({ type: 'integer', minimum: 0 }),
    }),
  );
});

test('every parameter is described', () => {
  const parameter = z.object({
    name: z.string(),
    description: z.string().optional(),
    schema: z.looseObject({ description: z.string().optional() }),
  });
  for (const [path, { get }] of operations)
    for (const given of get.parameters ?? []) {
      const { name, description, schema: type } = parameter.parse(given);
      expect([path, name, description ?? type.description]).toEqual([path, name, expect.any(String)]);
    }
});

test('numbers of any size are integers there, and fields that are always present are required', () => {
  const transaction = z
    .object({ required: z.array(z.string()), properties: z.record(z.string(), z.unknown()) })
    .parse(document.components.schemas.Transaction);
  expect(transaction.properties.nonce).toEqual({ type: 'integer' });
  expect(transaction.required.sort()).toEqual(Object.keys(transaction.properties).sort());
});

test('what is posted is in it: JSON-RPC, simulations, and sources of contracts', () => {
  const posted = Object.entries(document.paths).filter(([, { post }]) => post !== undefined);
  const via = '/{chain_id}/api/v2/smart-contracts/{address_hash_param}/verification/via';
  expect(posted.map(([path, { post }]) => [path, post])).toMatchObject([
    ['/{chain_id}/api', { operationId: 'callModuleByForm' }],
    ['/{chain_id}/json-rpc', { operationId: 'callJsonRpc', 'x-credits': 20 }],
    ['/{chain_id}/api/v2/simulations', { operationId: 'simulate', 'x-credits': 100 }],
    [`${via}/standard-input`, { operationId: 'verifyByStandardInput', 'x-credits': 100 }],
    [`${via}/multi-part`, { operationId: 'verifyByFiles' }],
    [`${via}/flattened-code`, { operationId: 'verifyByFlattenedCode' }],
    [`${via}/sourcify`, { operationId: 'verifyByMetadata' }],
  ]);
});
