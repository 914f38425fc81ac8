import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import { SAMPLED_OPERATIONS } from '@/lib/endpoints/fhe-activity';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { explainEveryOperation, type Report } from '../synthetic/explain-calls';

const TRANSACTIONS = 1_000_000;
const FILL_TIMEOUT_MS = 3_600_000;

/** Statements that may read more rows than a page needs, as their results are kept for all visitors; and how many. */
const BY_DESIGN = [
  {
    why: 'the sample of the chain, kept for a minute',
    part: 'fhe_operations order by block_number desc, transaction_index desc, log_index desc limit $1), by_transaction',
    most: SAMPLED_OPERATIONS,
  },
  {
    why: 'names that others may imitate, kept for five minutes: labels, names and symbols of lists, and ENS',
    part: "(select address, name, 'label' as kind",
    most: 3 * 100_000 + 50_000,
  },
  {
    why: 'a file of movements ends in few blocks, whose transfers may be read by height, once for each standard and side',
    part: 'order by e.from_address desc, e.token_type desc, e.block_number desc, e.log_index desc limit $13 ) e) f union all',
    most: 20_000,
  },
];

let database: TestDatabase;
let reports: ReadonlyMap<string, Report>;

beforeAll(async () => {
  database = await createTestDatabase();
  reports = await explainEveryOperation(database, TRANSACTIONS);
}, FILL_TIMEOUT_MS);
afterAll(() => database?.drop());

test.each(ENDPOINTS.map(({ id }) => id))('%s reads a million transactions by their indexes', (id) => {
  const faults = reports.get(id)?.faults.filter((fault) => !isByDesign(fault));
  expect(faults).toEqual([]);
});

function isByDesign(fault: string): boolean {
  const rows = Number(/: (\d+(?:\.\d+)?) rows: /.exec(fault)?.[1]);
  return BY_DESIGN.some(({ part, most }) => fault.includes(part) && rows <= most);
}
