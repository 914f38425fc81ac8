import { DEFAULT_LIMITS, findRefusal, type HcuLimits } from '@/lib/fhe/limits';
import { type Origin, parseOperations, type ReceiptLog } from '@/lib/fhe/receipt';

/** What a transaction computes, in HCU; `depth` is that of its longest chain of operations. */
export type TransactionHcu = Readonly<{ operations: number; total: number; depth: number }>;

/** A test with those of its transactions that compute. */
export type TestHcu = Readonly<{ test: string; transactions: readonly TransactionHcu[] }>;

/** What no transaction of a test may pass. */
export type Budget = Pick<HcuLimits, 'perTransaction' | 'depth'>;

/** The budget of a chain whose HCULimit has the limits that it is deployed with. */
export const DEFAULT_BUDGET: Budget = DEFAULT_LIMITS;

const NEWER = 'HCULimit v0.2.0';

/** Measures the transactions of a test, each given by its logs. Throws as parseOperations does. */
export function measureTest(
  test: string,
  transactions: readonly (readonly ReceiptLog[])[],
  origin: Origin,
): TestHcu {
  const measured = transactions
    .map((logs) => parseOperations(logs, origin))
    .filter((operations) => operations.length > 0)
    .map((operations) => ({
      operations: operations.length,
      total: operations.reduce((sum, { hcu_cost }) => sum + hcu_cost, 0),
      depth: operations.reduce((most, { hcu_depth }) => Math.max(most, hcu_depth), 0),
    }));
  return { test, transactions: measured };
}

/** The tests with a transaction beyond the budget. */
export function findExcess(tests: readonly TestHcu[], budget: Budget): readonly TestHcu[] {
  return tests.filter(({ transactions }) =>
    transactions.some(
      ({ total, depth }) => findRefusal({ totalHcu: total, maxDepthHcu: depth }, budget, NEWER) !== undefined,
    ),
  );
}

const HEADER = ['transactions', 'operations', 'HCU', 'heaviest', 'deepest', 'test'];

/**
 * A table of the tests that compute, in the given order: sums over a test, then its heaviest and its deepest transaction, each
 * with its share of the budget; `!` marks a test beyond it.
 */
export function formatReport(tests: readonly TestHcu[], budget: Budget = DEFAULT_BUDGET): string {
  const excess = new Set(findExcess(tests, budget));
  const shown = tests.filter(({ transactions }) => transactions.length > 0);
  if (shown.length === 0) return 'No test computes on encrypted values.';
  const rows = shown.map((one) => {
    const { transactions, test } = one;
    const sum = (read: (transaction: TransactionHcu) => number) =>
      transactions.reduce((all, transaction) => all + read(transaction), 0);
    const most = (read: (transaction: TransactionHcu) => number) => Math.max(...transactions.map(read));
    return [
      String(transactions.length),
      String(sum(({ operations }) => operations)),
      group(sum(({ total }) => total)),
      share(
        most(({ total }) => total),
        budget.perTransaction,
      ),
      share(
        most(({ depth }) => depth),
        budget.depth,
      ),
      excess.has(one) ? `! ${test}` : test,
    ];
  });
  const lines = [HEADER, ...rows];
  const widths = HEADER.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const limits = `Limits of a transaction: ${group(budget.perTransaction)} HCU, depth ${group(budget.depth)}.`;
  const table = lines.map((line) => line.map((cell, column) => pad(cell, column, widths)).join('  '));
  return [...table, limits].join('\n');
}

function pad(cell: string, column: number, widths: readonly number[]): string {
  return column === HEADER.length - 1 ? cell : cell.padStart(widths[column] ?? 0);
}

function share(value: number, limit: number): string {
  return `${group(value)} (${((100 * value) / limit).toFixed(1)} %)`;
}

function group(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
