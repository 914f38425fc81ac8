import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { explainEveryOperation, type Report } from '../synthetic/explain-calls';

const TRANSACTIONS = 1_000_000;
const FILL_TIMEOUT_MS = 3_600_000;

let database: TestDatabase;
let reports: ReadonlyMap<string, Report>;

beforeAll(async () => {
  database = await createTestDatabase();
  reports = await explainEveryOperation(database, TRANSACTIONS);
}, FILL_TIMEOUT_MS);
afterAll(() => database?.drop());

test.each(ENDPOINTS.map(({ id }) => id))('%s reads a million transactions by their indexes', (id) => {
  expect(reports.get(id)?.faults).toEqual([]);
});
