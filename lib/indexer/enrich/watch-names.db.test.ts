import { expect, test } from 'vitest';
import { findNamed, requestName } from '@/lib/api/address/ens-name-query';
import { findContractsAmong } from '@/lib/api/address/query';
import { createEnsNode } from '@/test/support/ens-node';
import { provideChain } from '@/test/support/indexer-harness';
import { writePlainBlocks } from '@/test/support/plain-chain';
import { lookUpNames } from './watch-names';

const [ALICE, BOB, CAROL] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2), Buffer.alloc(20, 3)];
const REGISTRY = Buffer.alloc(20, 9);

const db = await provideChain(5);

test('names of active addresses and of viewed ones are looked up, once', async () => {
  const { rpc, asked } = createEnsNode(
    new Map([
      ['alice.eth', ALICE],
      ['carol.eth', CAROL],
    ]),
  );
  await writePlainBlocks(db, [
    { number: 0, timestamp: 0, transactions: [{ from: CAROL, to: BOB }] },
    { number: 1, timestamp: 1, transactions: [{ from: ALICE, to: BOB }] },
  ]);
  const progress = { seenBlock: 0 };
  expect(await lookUpNames({ rpc, db, registry: REGISTRY }, progress)).toBe(2);
  expect(await lookUpNames({ rpc, db, registry: REGISTRY }, progress)).toBe(0);
  await requestName(db, CAROL);
  await requestName(db, ALICE);
  expect(await lookUpNames({ rpc, db, registry: REGISTRY }, progress)).toBe(1);
  expect(asked()).toEqual(3);
  expect(await findContractsAmong(db, [ALICE, BOB])).toEqual([
    expect.objectContaining({ address: ALICE, ens_name: 'alice.eth' }),
  ]);
  expect(await findNamed(db, 'ali')).toEqual([{ address: ALICE, name: 'alice.eth' }]);
  expect(await findNamed(db, 'carol.eth')).toEqual([{ address: CAROL, name: 'carol.eth' }]);
  expect(await findNamed(db, '%')).toEqual([]);
});
