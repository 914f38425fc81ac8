import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { readSignedChainId } from '@/lib/proof/transaction';
import { parseBlock } from '@/lib/rpc/block';
import { DEPOSIT_TYPE } from '@/lib/rpc/transaction';
import { provideChain } from '@/test/support/indexer-harness';
import { makeProvableBlock } from '@/test/support/provable-block';
import { createPendingCheck } from './check-pending';
import { storeProvability } from './proven-ranges';
import { openState } from './state';
import { writePoll } from './write-pending';

const db = await provideChain(1);
await openState(db, 0);

const { transactions } = parseBlock((await makeProvableBlock(5)).block);
const [first, second, third] = transactions;
if (!first || !second || !third) throw new Error('there are three transactions');
const deposit = transactions.find(({ type }) => type === DEPOSIT_TYPE);
if (!deposit) throw new Error('there is a deposit');
const forged = { ...second, from: Buffer.alloc(20, 1) };
const changed = { ...third, value: 1_000_000n };

const storedHashes = async () => {
  const rows = await db.sql<{ hash: Buffer }[]>`select hash from ${db.schema}.pending_transactions`;
  return rows.map(({ hash }) => hash.toString('hex')).sort();
};
const hashesOf = (...some: { hash: Buffer }[]) => some.map(({ hash }) => hash.toString('hex')).sort();

test('what was not signed so is not stored, until the chain is known to follow other rules', async () => {
  const counted: number[] = [];
  const lines: unknown[] = [];
  const log = createLog({ name: 'test', level: 'silent' });
  log.warn = (line: unknown) => void lines.push(line);
  const check = createPendingCheck({
    db,
    recover: recoverSenders,
    log,
    count: (count) => counted.push(count),
  });
  const poll = (by = check) =>
    writePoll(
      db,
      { transactions: [first, forged, changed, deposit], lookedBefore: 0, seenAt: Date.now() },
      by,
    );

  expect(await poll()).toEqual([]);
  expect(await storedHashes()).toEqual(hashesOf(first));
  await poll();
  expect(counted).toEqual([3]);
  expect([first, forged].map(({ hash }) => check.wasRefused(hash))).toEqual([false, true]);
  expect(lines).toMatchObject([{ forged: 3, what: 'hash', hash: `0x${changed.hash.toString('hex')}` }]);

  await storeProvability(db, { status: 'unprovable', reason: 'other rules', checks: ['senders'] });
  const later = createPendingCheck({
    db,
    recover: recoverSenders,
    log,
    count: (count) => counted.push(count),
  });
  await poll(later);
  expect(await storedHashes()).toEqual(hashesOf(first, second, third, deposit));
  expect(counted).toEqual([3]);
});

test('what was signed for another chain is not stored', async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  const check = createPendingCheck({
    db: { ...db, chainId: 2 },
    recover: recoverSenders,
    log,
    count: () => {},
  });
  await storeProvability(db, { status: 'provable', reason: null, checks: [] });
  const kept = await check.filter(transactions);
  const chains = transactions.map((transaction) => readSignedChainId(transaction));
  expect(new Set(chains)).toEqual(new Set([null, 1n]));
  expect(kept).toEqual(transactions.filter((one, at) => chains[at] === null && one.type !== DEPOSIT_TYPE));
  expect(kept.length).toBeGreaterThan(0);
});
