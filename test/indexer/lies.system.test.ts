import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Anvil } from '@/demo/anvil';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { openChain } from '../support/indexer-harness';
import { CHAIN_LIES, INCONSISTENT_LIES, SHUFFLED } from '../support/lies';
import { openTrial, printVerdicts, startSmallChain, type Verdict } from '../support/lies-harness';
import { listTransportLies, SWAPPED } from '../support/lies-of-transport';
import { type LyingNode, relayTo, startLyingNode } from '../support/lying-node';

const CHAIN_ID = 31_337;
const HEAD = 7;
const verdicts: Verdict[] = [];

let database: TestDatabase;
let anvil: Anvil;
let node: LyingNode;
let elsewhere: LyingNode;
let visits = 0;
let tryLie: Awaited<ReturnType<typeof openTrial>>;
beforeAll(async () => {
  [database, anvil] = await Promise.all([createTestDatabase(), startSmallChain()]);
  node = await startLyingNode(relayTo(anvil.rpcUrl));
  elsewhere = await startLyingNode(async () => {
    visits += 1;
    return null;
  });
  const db = await openChain(database.sql, CHAIN_ID);
  tryLie = await openTrial({ node, db, head: HEAD });
});
afterAll(async () => {
  printVerdicts('lie | seconds to recover | rows that differ | first line of the log', verdicts);
  await Promise.all([node?.stop(), elsewhere?.stop(), anvil?.stop(), database?.drop()]);
});

test.each(INCONSISTENT_LIES)('$name: refused, and the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  verdicts.push(verdict);
  expect(verdict).toMatchObject({ told: 2, different: 0 });
  expect(verdict.said).not.toBe('');
});

test.each(CHAIN_LIES)('$name: the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'at the tip');
  verdicts.push(verdict);
  expect(verdict).toMatchObject({ told: 2, different: 0 });
});

test.each([SHUFFLED, SWAPPED])('$name: the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'from the start', 1);
  verdicts.push(verdict);
  expect(verdict).toMatchObject({ told: 1, different: 0 });
});

test.each(listTransportLies(() => elsewhere.url))('$name: no harm', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  verdicts.push(verdict);
  expect(verdict).toMatchObject({ told: 2, different: 0 });
  expect(verdict.said.length).toBeLessThan(600);
  expect(visits).toBe(0);
});
