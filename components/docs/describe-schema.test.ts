import { expect, test } from 'vitest';
import { type ApiDocument, apiDocument, listOperations } from '@/lib/endpoints/api-document';
import { describeType, listFields, listNamed } from './describe-schema';

const textOf = (schema: Parameters<typeof describeType>[0]) =>
  describeType(schema)
    .map(({ text }) => text)
    .join('');

const documented = (schemas: ApiDocument['components']['schemas']): ApiDocument => ({
  info: { title: 'API', version: undefined, description: undefined },
  paths: {},
  components: { schemas },
});

test('types are told in words', () => {
  expect(textOf({ type: 'string' })).toBe('string');
  expect(textOf({ type: ['string', 'null'] })).toBe('string or null');
  expect(textOf({ anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] })).toBe(
    'Address or null',
  );
  expect(textOf({ type: 'array', items: { $ref: '#/components/schemas/Token' } })).toBe('array of Token');
  expect(textOf({ enum: ['ok', 'error', 0] })).toBe('"ok", "error", 0');
  expect(textOf({})).toBe('any');
});

test('a schema within a schema without end is told to a depth', () => {
  const endless: { items?: object } = {};
  endless.items = endless;
  expect(textOf(endless)).toMatch(/^(array of ){7}more$/);
});

test('the fields of inner objects are spread', () => {
  const fields = listFields({
    required: ['items'],
    properties: {
      items: { items: { properties: { hash: { type: 'string' } } } },
      next: { anyOf: [{ properties: { index: { type: 'integer' } } }, { type: 'null' }] },
      token: { $ref: '#/components/schemas/Token' },
    },
  });
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['items', true],
    ['items[].hash', false],
    ['next', false],
    ['next.index', false],
    ['token', false],
  ]);
});

test('named schemas are found once, in circles too', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const document = documented({
    Node: { properties: { next: reference('Node'), leaf: reference('Leaf'), lost: reference('Lost') } },
    Leaf: { type: 'string' },
  });
  expect(listNamed({ items: reference('Node') }, document).map(({ name }) => name)).toEqual(['Node', 'Leaf']);
});

test('a document of others is read as far as it is understood', () => {
  const document = apiDocument.parse({
    openapi: '3.0.0',
    info: {},
    paths: {
      '/v2/things/{id}': {
        get: {
          parameters: [{ $ref: '#/components/parameters/Id' }, { name: 'q', in: 'query' }],
          responses: { 200: { content: { 'application/json': { schema: { type: 7, items: true } } } } },
        },
        post: { summary: 'of another method' },
      },
      '/v2/other': { get: 'nonsense', parameters: [] },
    },
  });
  const [operation, ...others] = listOperations(document);
  expect(others).toMatchObject([{ id: 'post-v2-things-id', method: 'post' }]);
  expect(operation).toMatchObject({ id: 'v2-things-id', method: 'get', path: '/v2/things/{id}' });
  expect(operation?.parameters.map(({ name }) => name)).toEqual(['q']);
});
