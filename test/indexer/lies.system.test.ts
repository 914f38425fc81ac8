import { afterAll, expect, test } from 'vitest';
import { CHAIN_LIES, INCONSISTENT_LIES, RECEIPTS_NULL, SHUFFLED } from '../support/lies';
import { provideTrials } from '../support/lies-harness';
import { listTransportLies, SWAPPED } from '../support/lies-of-transport';
import { startLyingNode } from '../support/lying-node';

const { tryLie } = await provideTrials(7);
let visits = 0;
const elsewhere = await startLyingNode(async () => {
  visits += 1;
  return null;
});
afterAll(() => elsewhere.stop());

test.each(INCONSISTENT_LIES)('$name: refused, and the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  expect(verdict).toMatchObject({ told: 2, different: 0 });
  expect(verdict.said).not.toBe('');
});

test.each(CHAIN_LIES)('$name: the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'at the tip');
  expect(verdict).toMatchObject({ told: 2, different: 0 });
});

test.each([SHUFFLED, SWAPPED, RECEIPTS_NULL])('$name: the rows are those of the truth', async (lie) => {
  const verdict = await tryLie(lie, 'from the start', 1);
  expect(verdict).toMatchObject({ told: 1, different: 0 });
});

test.each(listTransportLies(() => elsewhere.url))('$name: no harm', async (lie) => {
  const verdict = await tryLie(lie, 'from the start');
  expect(verdict).toMatchObject({ told: 2, different: 0 });
  expect(verdict.said.length).toBeLessThan(600);
  expect(visits).toBe(0);
});
