import { expect, test } from 'vitest';
import type { ApiOperation } from '@/lib/endpoints/api-document';
import { fillPath } from './fill-path';
import { listFields } from './list-fields';

const operation: ApiOperation = {
  id: 'listThings',
  method: 'get',
  path: '/{chain_id}/api/v2/things/{id}',
  parameters: [
    { name: 'chain_id', in: 'path', required: true, example: '1' },
    { name: 'kind', in: 'query', required: false, example: 'small', schema: { enum: ['small', 'large'] } },
    { name: 'of', in: 'query', required: true, example: 7 },
  ],
  ...{ deprecated: false, tags: [], responses: {} },
};

function fill(values: Readonly<Record<string, string>>, openChain?: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(`field-${name}`, value);
  return fillPath(operation.path, { fields: listFields(operation, '5'), form, openChain });
}

test('what is required has its example, the chain is the given one, and undeclared parts of the path have a field', () => {
  const fields = listFields(operation, '5').map(({ name, isRequired, value }) => [name, isRequired, value]);
  expect(fields).toEqual([
    ['chain_id', true, '5'],
    ['id', true, ''],
    ['kind', false, ''],
    ['of', true, '7'],
  ]);
  expect(listFields(operation, undefined)[0]?.value).toBe('1');
});

test('values cannot leave their place in the path or in the query', () => {
  expect(fill({ chain_id: '5', id: '../x?y#z', of: 'a&b=c' })).toBe(
    '/5/api/v2/things/..%2Fx%3Fy%23z?of=a%26b%3Dc',
  );
  expect(fill({ chain_id: '/evil.example', id: '1' })).toBe('/%2Fevil.example/api/v2/things/1');
});

test('only the open chain is asked without its ID', () => {
  expect(fill({ chain_id: '5', id: '1' }, '5')).toBe('/api/v2/things/1');
  expect(fill({ chain_id: '6', id: '1' }, '5')).toBe('/6/api/v2/things/1');
});
