import { expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { OPERATIONS } from './operations';

test('every endpoint has exactly one operation', () => {
  const answered = OPERATIONS.map(({ endpoint }) => endpoint.id);
  expect(answered.toSorted()).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
  expect(new Set(answered).size).toBe(answered.length);
});

test('no two endpoints have the same path', () => {
  const paths = ENDPOINTS.map(({ service, path }) => `${service}${path}`);
  expect(new Set(paths).size).toBe(paths.length);
});
