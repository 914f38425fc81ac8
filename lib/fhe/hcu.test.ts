import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listOperations } from '@/lib/evm/fhe-operations';
import { addressOf, word } from '@/test/support/evm-logs';
import type { FheEvent } from './events';
import { measureOperations, sumOperations } from './hcu';

function event(result: number, part: Partial<FheEvent>): FheEvent {
  return {
    logIndex: result,
    executor: addressOf(0xee),
    caller: null,
    operation: 'FheAdd',
    fheType: 'Uint8',
    isScalar: false,
    operands: [],
    plaintext: null,
    result: word(result),
    ...part,
  };
}
const depths = (events: FheEvent[]) => measureOperations(events).map((operation) => operation.hcuDepth);
const encrypt = (result: number) => event(result, { operation: 'TrivialEncrypt', plaintext: 1n });

describe('depth', () => {
  test('of operations that need nothing of each other is their own cost', () => {
    expect(depths([event(1, { operands: [word(8), word(9)] }), encrypt(2)])).toEqual([88_000, 32]);
  });

  test('is measured by each executor on its own', () => {
    const own = event(2, { operands: [word(1)] });
    const events = [encrypt(1), { ...own, executor: addressOf(0xef) }, event(3, { operands: [word(1)] })];
    expect(depths(events)).toEqual([32, 88_000, 88_032]);
  });

  test('adds up along the longest chain', () => {
    const events = [
      encrypt(1),
      event(2, { operands: [word(1), word(1)] }),
      event(3, { operation: 'FheEq', operands: [word(2), word(1)] }),
      event(4, { operation: 'FheIfThenElse', operands: [word(3), word(2), word(99)] }),
    ];
    expect(depths(events)).toEqual([32, 88_032, 143_032, 198_032]);
  });

  test('does not follow a plain operand that looks like a handle', () => {
    const events = [event(1, { operands: [] }), event(2, { operands: [word(9), word(1)], isScalar: true })];
    expect(depths(events)).toEqual([88_000, 84_000]);
  });

  test('follows lists, and the factors of FheMulDiv but not its divisor', () => {
    const events = [
      encrypt(1),
      event(2, { operation: 'FheSum', operands: [word(7), word(1)] }),
      event(3, { operation: 'FheIsIn', operands: [word(7), word(7), word(2)] }),
      event(4, { operation: 'FheMulDiv', operands: [word(7), word(1), word(3)] }),
    ];
    expect(depths(events)).toEqual([32, 90_932, 162_232, 524_032]);
  });

  test('of a handle that was computed twice is the later one, for both', () => {
    const again = event(2, { operands: [word(1), word(9)] });
    expect(depths([again, encrypt(1), { ...again, logIndex: 5 }])).toEqual([88_032, 32, 88_032]);
  });

  test('FheSum and FheIsIn are priced by the length of their list', () => {
    const values = Array.from({ length: 11 }, (_, index) => word(index));
    const costs = measureOperations([
      event(50, { operation: 'FheSum', operands: values.slice(1) }),
      event(51, { operation: 'FheSum', operands: values }),
      event(52, { operation: 'FheIsIn', operands: values }),
      event(53, { operation: 'FheIsIn', operands: [word(1), ...values] }),
    ]).map((operation) => operation.hcuCost);
    expect(costs).toEqual([90_900, 127_000, 71_300, 148_000]);
  });
});

test('totals of none are 0', () => {
  expect(sumOperations([])).toEqual({ operationCount: 0, totalHcu: 0, maxDepthHcu: 0 });
});

test('for any operations: cost ≤ depth ≤ total, and the total is the sum', () => {
  const operand = fc.integer({ min: 0, max: 30 }).map(word);
  const step = fc.record({
    operation: fc.constantFrom(...listOperations()),
    fheType: fc.constantFrom('Bool', 'Uint8', 'Uint64', 'Uint256', 'Unknown'),
    isScalar: fc.boolean(),
    operands: fc.array(operand, { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const operations = measureOperations(steps.map((part, index) => event(index, part)));
      const totals = sumOperations(operations);
      let sum = 0;
      for (const { hcuCost, hcuDepth } of operations) {
        sum += hcuCost;
        expect(hcuDepth).toBeGreaterThanOrEqual(hcuCost);
        expect(hcuDepth).toBeLessThanOrEqual(totals.totalHcu);
      }
      expect(totals).toEqual({
        operationCount: steps.length,
        totalHcu: sum,
        maxDepthHcu: Math.max(0, ...operations.map((operation) => operation.hcuDepth)),
      });
    }),
  );
});

test('for any handles, also such that differ in one bit, and any executors: depths are those of a plain map', () => {
  const bit = fc.integer({ min: 0, max: 255 });
  const handle = fc.oneof(bit, fc.constant(256)).map((at) => word(at === 256 ? 0n : 1n << BigInt(at)));
  const step = fc.record({
    executor: fc.constantFrom(addressOf(0xee), addressOf(0xef)).map((address) => Buffer.from(address)),
    operands: fc.array(handle, { maxLength: 3 }),
    result: handle,
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const reached = new Map<string, number>();
      const keyOf = (executor: Buffer, bytes: Buffer) =>
        `${executor.toString('hex')} ${bytes.toString('hex')}`;
      for (const { executor, operands, result } of steps) {
        const below = operands.map((operand) => reached.get(keyOf(executor, operand)) ?? 0);
        reached.set(keyOf(executor, result), 55_000 + Math.max(0, ...below));
      }
      const events = steps.map((part, index) => event(index, { ...part, operation: 'FheIfThenElse' }));
      const expected = steps.map(({ executor, result }) => reached.get(keyOf(executor, result)));
      expect(depths(events)).toEqual(expected);
    }),
  );
});
