import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { explainEveryOperation, type Report } from '../synthetic/explain-calls';

const TRANSACTIONS = 20_000;
/** The most frequent calls. */
const OF_TRANSACTIONS = [
  'getTransaction',
  'listTransactionTokenTransfers',
  'listTransactionFheOperations',
  'getTokenInstanceTransfersCount',
];
/** Answered by the node alone, which is missing here. */
const OF_NODE = ['getBlockProof', 'getRawTrace', 'getTransactionProof', 'listStateChanges'];

let database: TestDatabase;
let reports: ReadonlyMap<string, Report>;

beforeAll(async () => {
  database = await createTestDatabase();
  reports = await explainEveryOperation(database, TRANSACTIONS);
});
afterAll(() => database?.drop());

test.each(ENDPOINTS.map(({ id }) => id))('%s reads a large chain by its indexes', (id) => {
  const report = reports.get(id);
  expect(report?.faults).toEqual([]);
  if (!OF_NODE.includes(id)) expect([...(report?.statuses ?? [])]).toContain(200);
  const isFault = (status: number) =>
    status === 422 || (status >= 500 && !(status === 503 && OF_NODE.includes(id)));
  expect([...(report?.statuses ?? [])].filter(isFault)).toEqual([]);
});

// PostgreSQL takes longer to plan a read of several tables than to execute it.
test.each(OF_TRANSACTIONS)('%s has its statements planned once', (id) => {
  expect(reports.get(id)?.replanned).toEqual([]);
});
