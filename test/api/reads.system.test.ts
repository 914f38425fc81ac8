import { beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { provideDatabase } from '../support/database';
import { explainEveryOperation, type Report } from '../synthetic/explain-calls';

const TRANSACTIONS = 20_000;
/** The most frequent calls. */
const OF_TRANSACTIONS = [
  'getTransaction',
  'listTransactionTokenTransfers',
  'listTransactionFheOperations',
  'getTokenInstanceTransfersCount',
];
/** Answered by the node, or the queue of verifications, which are missing here. */
const OF_NODE = [
  'getVerification',
  'getBlockProof',
  'getRawTrace',
  'getTransactionProof',
  'listStateChanges',
];

const database = await provideDatabase();
let reports: ReadonlyMap<string, Report>;
beforeAll(async () => {
  reports = await explainEveryOperation(database, TRANSACTIONS);
});

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
