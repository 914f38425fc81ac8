import { expect, test } from 'vitest';
import { type BaseFeeBlock, nextBaseFee } from './base-fee';

const LIMIT = 30_000_000n;

/** A chain of blocks whose base fees follow from each other by EIP-1559, restated as fractions. */
function chainOf(rule: { elasticity: number; denominator: number }, used: readonly number[]): BaseFeeBlock[] {
  const blocks: BaseFeeBlock[] = [];
  let baseFee = 10_000_000_007n;
  for (const gasUsed of used.map(BigInt)) {
    blocks.push({ baseFee, gasUsed, gasLimit: LIMIT });
    const target = LIMIT / BigInt(rule.elasticity);
    const product = baseFee * (gasUsed > target ? gasUsed - target : target - gasUsed);
    const change = product / target / BigInt(rule.denominator);
    baseFee = gasUsed > target ? baseFee + (change || 1n) : baseFee - change;
  }
  return blocks;
}

const USED = [12_000_000, 29_999_999, 15_000_000, 0, 21_000, 30_000_000];

test.each([
  { elasticity: 2, denominator: 8 },
  { elasticity: 2, denominator: 16 },
  { elasticity: 6, denominator: 250 },
  { elasticity: 6, denominator: 50 },
])('continues a chain with elasticity $elasticity and denominator $denominator', (rule) => {
  const blocks = chainOf(rule, [...USED, 1]);
  expect(nextBaseFee(blocks.slice(0, -1))).toBe(blocks.at(-1)?.baseFee);
});

test('gives Ethereum the base fees that it had', () => {
  // Blocks 17,686,110 to 17,686,118, with 30,000,000 gas each, and the base fee of the next one.
  const facts: [bigint, bigint][] = [
    [48160944901n, 16049335n],
    [48582086276n, 14877622n],
    [48532541455n, 12040739n],
    [47335704313n, 21084558n],
    [49735844632n, 16838437n],
    [50497813106n, 15264836n],
    [50609260096n, 15347541n],
    [50755833369n, 13116743n],
    [49959281049n, 29458267n],
  ];
  const blocks = facts.map(([baseFee, gasUsed]) => ({ baseFee, gasUsed, gasLimit: LIMIT }));
  expect(nextBaseFee(blocks)).toBe(55_978_652_920n);
});

test('claims nothing of a chain that it does not understand, or hardly knows', () => {
  const blocks = chainOf({ elasticity: 2, denominator: 8 }, USED);
  const odd = blocks.with(3, { baseFee: 5n, gasUsed: 1n, gasLimit: LIMIT });
  expect(nextBaseFee(odd)).toBeUndefined();
  expect(nextBaseFee(chainOf({ elasticity: 3, denominator: 7 }, USED))).toBeUndefined();
  expect(nextBaseFee(blocks.slice(0, 4))).toBeUndefined();
  expect(nextBaseFee([])).toBeUndefined();
});
