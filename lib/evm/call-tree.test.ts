import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf } from '@/test/support/evm-logs';
import { buildCallTree, chooseCalls, findFailingPosition, pathTo } from './call-tree';
import type { InternalCall } from './internal-calls';

const PLAIN: Omit<InternalCall, 'index' | 'depth'> = {
  type: 'call',
  from: addressOf(1),
  to: addressOf(2),
  createdContract: null,
  value: 0n,
  gasLimit: 1000n,
  gasUsed: 10n,
  input: Buffer.alloc(0),
  inputSize: 0,
  output: null,
  error: null,
  isReverted: false,
};
const callAt = (depth: number, extra: Partial<InternalCall> = {}) => ({ ...PLAIN, depth, ...extra });
const treeOf = (calls: readonly Omit<InternalCall, 'index'>[]) =>
  buildCallTree(calls.map((call, index) => ({ ...call, index })));

/** Depths of a trace: each call is at most one deeper than the one before it. */
const anyDepths = fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 300 }).map((steps) => {
  let before = -1;
  return steps.map((step) => {
    before = before === -1 ? 0 : 1 + (step % (before + 1));
    return before;
  });
});

test('calls are nested by depth, with their sizes and own gas', () => {
  const gas = (gasUsed: bigint | null) => ({ gasUsed });
  const tree = treeOf([
    callAt(0, gas(100n)),
    callAt(1, gas(60n)),
    callAt(2, gas(25n)),
    callAt(2, gas(5n)),
    callAt(1, gas(null)),
    callAt(2, gas(7n)),
  ]);
  expect(tree.map(({ parent, size, ownGas }) => [parent, size, ownGas])).toEqual([
    [null, 5, null],
    [0, 2, 30n],
    [1, 0, 25n],
    [1, 0, 5n],
    [0, 1, null],
    [4, 0, 7n],
  ]);
  expect(pathTo(tree, 3)).toEqual([0, 1, 3]);
});

describe('the call that made a transaction fail', () => {
  const failed = (output?: number) => ({
    error: 'execution reverted',
    output: output === undefined ? null : Buffer.alloc(4, output),
  });

  test('is none when the outermost succeeded, though others failed', () => {
    expect(findFailingPosition(treeOf([callAt(0), callAt(1, failed())]))).toBeUndefined();
  });

  test('is the innermost of those that failed last', () => {
    const tree = treeOf([callAt(0, failed(1)), callAt(1), callAt(1, failed(1)), callAt(2, failed(2))]);
    expect(findFailingPosition(tree)).toBe(3);
  });

  test('is not one that was caught before other calls', () => {
    const tree = treeOf([callAt(0, failed(1)), callAt(1, failed(2)), callAt(1)]);
    expect(findFailingPosition(tree)).toBe(0);
  });

  test('is one whose bytes were passed on, though another call followed', () => {
    const tree = treeOf([callAt(0, failed(1)), callAt(1, failed(1)), callAt(1)]);
    expect(findFailingPosition(tree)).toBe(1);
  });
});

describe('a window on a tree', () => {
  const wide = treeOf([callAt(0), ...Array.from({ length: 9_999 }, () => callAt(1))]);

  test('shows the outer calls first, and says what it leaves out', () => {
    const tree = treeOf([callAt(0), callAt(1), callAt(2), callAt(3), callAt(1), callAt(2)]);
    const { shown, omissions } = chooseCalls(tree, { root: 0, limit: 4 });
    expect(shown).toEqual([0, 1, 2, 4]);
    expect(omissions).toEqual([
      { parent: 2, from: 3, next: null, children: 1, calls: 1 },
      { parent: 4, from: 5, next: null, children: 1, calls: 1 },
    ]);
  });

  test('starts at a child, and links back to those before it', () => {
    const { shown, omissions } = chooseCalls(wide, { root: 0, from: 101, limit: 50 });
    expect(shown).toEqual([0, ...Array.from({ length: 49 }, (_, at) => 101 + at)]);
    expect(omissions).toEqual([
      { parent: 0, from: 1, next: 101, children: 100, calls: 100 },
      { parent: 0, from: 150, next: null, children: 9_850, calls: 9_850 },
    ]);
  });

  test('always has the path to the call that made the transaction fail', () => {
    const failed = { error: 'out of gas', isReverted: true };
    const calls = [callAt(0, failed), ...Array.from({ length: 500 }, () => callAt(1))];
    const tree = treeOf([...calls, callAt(1, failed), callAt(2, failed)]);
    const { shown, omissions } = chooseCalls(tree, { root: 0, limit: 20 });
    expect(shown).toHaveLength(20);
    expect(shown).toEqual(expect.arrayContaining([501, 502]));
    expect(omissions).toEqual([{ parent: 0, from: 18, next: 501, children: 483, calls: 483 }]);
  });

  test('keeps those that moved value, or failed, and those around them', () => {
    const tree = treeOf([
      callAt(0),
      callAt(1),
      callAt(2, { value: 5n }),
      callAt(1, { error: 'out of gas', isReverted: true }),
      callAt(2, { value: 5n, isReverted: true }),
    ]);
    const valued = chooseCalls(tree, { root: 0, only: 'value', limit: 10 });
    expect(valued).toEqual({ shown: [0, 1, 2], omissions: [], matches: 1 });
    expect(chooseCalls(tree, { root: 0, only: 'failing', limit: 10 }).shown).toEqual([0, 3]);
    const paid = treeOf([callAt(0), callAt(1), callAt(2), callAt(2, { value: 5n }), callAt(2)]);
    expect(chooseCalls(paid, { root: 0, only: 'value', limit: 1 }).omissions).toEqual([
      { parent: 0, from: 1, next: null, children: 1, calls: 2 },
    ]);
  });

  test('leaves out static calls and what they call, and calls that are not found', () => {
    const tree = treeOf([
      callAt(0),
      callAt(1, { type: 'staticcall' }),
      callAt(2, { type: 'delegatecall' }),
      callAt(1, { value: 5n }),
      callAt(2),
    ]);
    const changing = chooseCalls(tree, { root: 0, only: 'changing', limit: 10 });
    expect(changing).toEqual({ shown: [0, 3, 4], omissions: [], matches: 3 });
    const found = { root: 0, isFound: ({ value }: InternalCall) => value === 5n, limit: 10 };
    expect(chooseCalls(tree, found)).toEqual({ shown: [0, 3], omissions: [], matches: 1 });
    expect(chooseCalls(tree, { ...found, only: 'failing' }).shown).toEqual([0]);
  });

  test('shows every call once, or counts it among those it leaves out', () => {
    fc.assert(
      fc.property(anyDepths, fc.integer({ min: 1, max: 80 }), fc.nat(), (depths, limit, pick) => {
        const tree = treeOf(depths.map((depth) => callAt(depth)));
        const root = pick % tree.length;
        const { shown, omissions } = chooseCalls(tree, { root, limit });
        expect(shown.length).toBeLessThanOrEqual(limit);
        const omitted = omissions.reduce((sum, { calls }) => sum + calls, 0);
        expect(shown.length + omitted).toBe(1 + (tree[root]?.size ?? 0));
        for (const at of shown) if (at !== root) expect(shown).toContain(tree[at]?.parent);
      }),
    );
  });
});
