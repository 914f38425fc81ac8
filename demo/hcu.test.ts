import { expect, it } from 'vitest';
import { listOperations, operationShape } from '@/lib/evm/fhe-operations';
import { hcuCost } from '@/lib/fhe/prices';
import { shareTestChain } from '../test/support/shared-chain';
import { countDifferences, measureTransaction } from './read-meter';

const test = await shareTestChain();

it('computes every operator on every type that has a price, plain right-hand sides included', async () => {
  const seen = new Set<string>();
  for (const hash of Object.values(test.history.transactions))
    for (const { operation, fheType, isScalar } of await measureTransaction(test, hash))
      seen.add(`${operation} ${fheType} ${isScalar}`);
  const missing = listPricedOperations().filter((priced) => !seen.has(priced));
  expect(missing).toEqual([]);
});

/** Division and remainder take plaintext divisors only. */
function listPricedOperations(): string[] {
  const operations = listOperations();
  const types = ['Bool', 'Uint8', 'Uint16', 'Uint32', 'Uint64', 'Uint128', 'Uint160', 'Uint256'];
  const isPlainOnly = (operation: string) => operation === 'FheDiv' || operation === 'FheRem';
  return operations.flatMap((operation) =>
    types.flatMap((fheType) => {
      const forms = operationShape(operation).names.includes('rhs') ? [false, true] : [false];
      return forms
        .filter((isScalar) => isScalar || !isPlainOnly(operation))
        .filter((isScalar) => hcuCost({ operation, fheType, isScalar, valuesCount: 0 }) > 0)
        .map((isScalar) => `${operation} ${fheType} ${isScalar}`);
    }),
  );
}

it('meters operations exactly as HCULimit does', async () => {
  const isMetered = (name: string) =>
    /^(operators on (Bool|Uint8|Uint64|Address)|FHE medley|confidential transfer$|deepest|unary .* Uint8|(sums|searches|quotient) .* Uint8|payroll: p|swap$|exempt .* 4)/.test(
      name,
    );
  const names = Object.entries(test.history.transactions).filter(([name]) => isMetered(name));
  let compared = 0;
  for (const [name, hash] of names) {
    const operations = await measureTransaction(test, hash);
    if (operations.length === 0) continue;
    expect(await countDifferences(test, hash, operations), name).toBe(0);
    compared += operations.length;
  }
  expect(compared).toBeGreaterThan(150);
});
