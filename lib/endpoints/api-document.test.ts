import { expect, test } from 'vitest';
import { apiDocument, findOperation, listOperations } from './api-document';
import { toOpenApi } from './openapi';

const document = apiDocument.parse(JSON.parse(JSON.stringify(toOpenApi('https://explorer.example'))));
const find = (path: string) => findOperation(document, path)?.id;

test('our own document is read whole', () => {
  const operations = listOperations(document);
  const methods = Object.values(document.paths).flatMap(({ get, post }) => [get, post].filter(Boolean));
  expect(operations).toHaveLength(methods.length);
  expect(operations.length).toBeGreaterThan(70);
  expect(operations.every(({ summary, description }) => summary && description)).toBe(true);
  expect(Object.keys(document.components.schemas).length).toBeGreaterThan(15);
});

test('a path leads to the operation that answers it', () => {
  const transaction = `/api/v2/transactions/0x${'5e'.repeat(32)}`;
  expect(find('/api/v2/blocks/7')).toBe('getBlock');
  expect(find(transaction)).toBe('getTransaction');
  expect(find(`${transaction}/token-transfers`)).toBe('listTransactionTokenTransfers');
  expect(find('/api/v2/transactions/stats')).toBe('getTransactionsStats');
  expect(find('/stats-service/api/v1/lines/newTxns')).toBe('getChart');
  expect(find('/api/json/config')).toBe('getApiConfig');
  for (const path of ['', '/', '/api/v2', '/api/v2/blocks/7/nothing']) expect(find(path)).toBeUndefined();
});
