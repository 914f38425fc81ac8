import { expect, test } from 'vitest';
import { openChain } from '../support/indexer-harness';
import { CONTENT_LIES, TRACE_LIES } from '../support/lies';
import { openTrial, provideTrials } from '../support/lies-harness';

const CHAIN_ID = 31_337;
const HEAD = 7;
const { database, anvil, node, tryLie } = await provideTrials(HEAD);

test('the chain is proven, to its head', async () => {
  const ranges = await database.sql`select from_block, to_block from chain_31337.proven_ranges`;
  expect([...ranges]).toEqual([{ from_block: 0, to_block: HEAD }]);
});

test.each(CONTENT_LIES)('$name: refused by the proof, and the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  expect(verdict).toMatchObject({ told: lie.times ?? 2, different: 0 });
  // Receipts and transactions are compared first, of blocks that arrive together.
  expect(verdict.said).toMatch(
    /^(an endpoint answered wrongly: it is benched: block \d: |indexing interrupted.* disagree: )/,
  );
});

test.each(TRACE_LIES)('$name: not stored, and asked for again', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  expect(verdict).toMatchObject({ told: 2, different: 0 });
  expect(verdict.said).toMatch(/benched: block \d: the trace of transaction \d has another /);
});

test('with an honest endpoint beside it, one that always lies is soon asked no more', async () => {
  const [lie] = CONTENT_LIES;
  if (!lie) throw new Error('there is no lie');
  const db = await openChain(database.sql, CHAIN_ID);
  const tryBoth = await openTrial({ node, db, head: HEAD, others: [anvil.rpcUrl] });
  const verdict = await tryBoth(lie, 'from the start', Number.POSITIVE_INFINITY);
  expect(verdict).toMatchObject({ different: 0 });
  // Only what was asked before the first lie was found out.
  expect(verdict.told).toBeLessThanOrEqual(HEAD);
});
