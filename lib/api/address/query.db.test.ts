import { expect, test } from 'vitest';
import { findContract } from '@/lib/api/contract/query';
import { listAddressTransactions } from '@/lib/api/transaction/query';
import { provideChain } from '@/test/support/indexer-harness';
import { writePlainBlocks } from '@/test/support/plain-chain';
import { replaceLabels } from './label-query';
import { findContractsAmong, getAddressInfo } from './query';

const [ALICE, BOB, FACTORY, OWN, INNER] = [1, 2, 3, 4, 5].map((byte) => Buffer.alloc(20, byte));

const db = await provideChain(5);

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

test('an account with a label is known by it', async () => {
  if (!ALICE || !BOB) throw new Error('an address is missing');
  await replaceLabels(db, [
    { address: ALICE, name: 'Hot wallet', tags: ['exchange'], url: null, source: 'operator' },
  ]);
  expect(await findContractsAmong(db, [ALICE, BOB])).toEqual([
    expect.objectContaining({
      address: ALICE,
      name: null,
      label: Buffer.from('Hot wallet'),
      label_tags: ['exchange'],
      label_source: 'operator',
    }),
  ]);
});
