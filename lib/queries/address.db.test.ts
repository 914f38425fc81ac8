import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { openChain } from '@/test/support/indexer-harness';
import { writePlainBlocks } from '@/test/support/plain-chain';
import { getAddressInfo } from './address';
import { findContract } from './contract';
import { listAddressTransactions } from './transaction';

const [ALICE, BOB, FACTORY, OWN, INNER] = [1, 2, 3, 4, 5].map((byte) => Buffer.alloc(20, byte));

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = await openChain(database.sql, 5);
});
afterAll(() => database.drop());

test('the receipt of a creation wins over a trace that tells another one before it', async () => {
  if (!ALICE || !BOB || !FACTORY || !OWN || !INNER) throw new Error('an address is missing');
  const roles = { from: BOB, to: FACTORY, creates: [OWN, INNER] };
  await writePlainBlocks(db, [
    { number: 0, timestamp: 0, transactions: [roles] },
    { number: 1, timestamp: 1, transactions: [{ from: ALICE, to: null, creates: [OWN] }] },
  ]);
  const [first, second] = await listAddressTransactions(db, ALICE, {
    role: 'from',
    before: undefined,
    limit: 2,
  });
  expect(second).toBeUndefined();
  expect(await getAddressInfo(db, OWN)).toMatchObject({
    creation_transaction_hash: first?.hash,
    creator: ALICE,
  });
  expect(await findContract(db, OWN)).toMatchObject({ creation_input: expect.any(Buffer) });
  const received = await listAddressTransactions(db, OWN, { role: 'to', before: undefined, limit: 2 });
  expect(received.map(({ hash }) => hash)).toEqual([first?.hash]);
  // Of what only a trace tells, the transaction is known and no creator.
  const [telling] = await listAddressTransactions(db, BOB, { role: 'from', before: undefined, limit: 1 });
  expect(await getAddressInfo(db, INNER)).toMatchObject({
    creation_transaction_hash: telling?.hash,
    creator: null,
  });
});
