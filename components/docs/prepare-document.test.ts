import { expect, test } from 'vitest';
import { prepareDocument } from './prepare-document';

const chainId = {
  name: 'chain_id',
  in: 'path',
  required: true,
  schema: { type: 'string', example: '31337' },
};
const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };

test('asks the chain that is here, and says nothing of ways to send a key', () => {
  const document = {
    openapi: '3.1.0',
    security: [{ bearerAuth: [] }],
    paths: {
      '/{chain_id}/things': {
        get: { security: [{}], parameters: [chainId, limit], responses: {} },
        post: { parameters: [chainId], requestBody: {} },
      },
    },
    components: { schemas: { Thing: {} }, securitySchemes: { bearerAuth: { type: 'http' } } },
  };
  expect(prepareDocument(document, '1')).toEqual({
    openapi: '3.1.0',
    paths: {
      '/{chain_id}/things': {
        get: { parameters: [{ ...chainId, example: '1' }, limit], responses: {} },
        post: { parameters: [{ ...chainId, example: '1' }], requestBody: {} },
      },
    },
    components: { schemas: { Thing: {} }, securitySchemes: {} },
  });
});

test('leaves what has another form to the renderer', () => {
  const document = { openapi: '3.0.3', paths: { '/a': null, '/b': { post: 'nonsense' } } };
  expect(prepareDocument(document, '1')).toEqual(document);
  expect(prepareDocument({ components: 1, paths: [] }, undefined)).toEqual({});
});
