import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readForge } from '../../packages/fhe/src/forge';
import { createHcuHooks } from '../../packages/fhe/src/hooks';
import { findExcess, formatReport } from '../../packages/fhe/src/report';

/*
What forge 1.7.1 printed for seven tests of a counter (`forge test --json -vvvv`), and what Hardhat 2.26.3 answered to
the hooks while it ran three.
*/
const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const FORGE = gunzipSync(read('forge.json.gz')).toString();
const ANSWERS = z
  .array(z.tuple([z.string(), z.record(z.string(), z.unknown())]))
  .parse(JSON.parse(read('hardhat.json').toString()));

const ADDITION = { operations: 2, total: 162_032, depth: 162_032 };
const TABLE = `transactions  operations      HCU         heaviest          deepest  test
           1           2  162,032  162,032 (0.8 %)  162,032 (3.2 %)  CounterTest.testFuzz_add(uint64)
           1           2  162,032  162,032 (0.8 %)  162,032 (3.2 %)  CounterTest.test_add_once
           3           6  486,096  162,032 (0.8 %)  162,032 (3.2 %)  CounterTest.test_add_three_times
           1           2  162,032  162,032 (0.8 %)  162,032 (3.2 %)  CounterTest.test_fails
Limits of a transaction: 20,000,000 HCU, depth 5,000,000.`;

describe('tests of Foundry', () => {
  test('cost what their calls compute: neither their setup, nor what reverts or only looks alike', () => {
    const tests = readForge(FORGE, { chainId: 31337 });
    expect(Object.fromEntries(tests.map(({ test: name, transactions }) => [name, transactions]))).toEqual({
      'CounterTest.testFuzz_add(uint64)': [ADDITION],
      'CounterTest.test_add_once': [ADDITION],
      'CounterTest.test_add_three_times': [ADDITION, ADDITION, ADDITION],
      'CounterTest.test_fails': [ADDITION],
      'CounterTest.test_forged_log_counts_nothing': [],
      'CounterTest.test_nothing': [],
      'CounterTest.test_reverted_addition_counts_nothing': [],
    });
    expect(formatReport(tests)).toBe(TABLE);
  });

  test('are marked when a call is beyond the limits', () => {
    const tests = readForge(FORGE, { chainId: 31337 });
    const budget = { perTransaction: 162_031, depth: 200_000 };
    expect(findExcess(tests, budget)).toHaveLength(4);
    expect(findExcess(tests, { ...budget, perTransaction: 162_032 })).toEqual([]);
    expect(formatReport(tests, budget)).toContain('  ! CounterTest.test_add_once\n');
  });

  test('have operations of the executor that is named', () => {
    const [forged] = readForge(FORGE, { executor: '0x5991A2dF15A8F6A256D3Ec51E99254Cd3fb576A9' }).filter(
      ({ transactions }) => transactions.length > 0,
    );
    expect(forged?.test).toBe('CounterTest.test_forged_log_counts_nothing');
    const nothing = readForge(FORGE, { chainId: 1 });
    expect(formatReport(nothing)).toBe('No test computes on encrypted values.');
  });

  test('need their traces, and no more than text of JSON', () => {
    const untraced = FORGE.replace(/"traces":\[/g, '"traces":[],"other":[');
    expect(() => readForge(untraced, { chainId: 31337 })).toThrow('forge test --json -vvvv');
    expect(() => readForge('Ran 7 tests', { chainId: 31337 })).toThrow(SyntaxError);
    expect(
      readForge('{"a":{"test_results":{"b()":{"traces":[["Execution",{"arena":[7,null]}],3]}}}}', {
        chainId: 1,
      }),
    ).toEqual([{ test: 'a.b', transactions: [] }]);
  });
});

describe('tests of Hardhat', () => {
  /** A node that answers as the recorded one did. */
  const provider = () => {
    const left = [...ANSWERS];
    return {
      request: async ({ method }: { method: string }) => {
        const [asked, answer] = left.shift() ?? [];
        expect(method).toBe(asked);
        return answer;
      },
    };
  };

  test('cost what the blocks hold that they added, by their titles in Mocha', async () => {
    const printed: string[] = [];
    const hooks = createHcuHooks(provider(), { print: (table) => printed.push(table) });
    await hooks.beforeAll();
    for (const title of ['adds once', 'adds twice', 'adds nothing'])
      await hooks.afterEach.call({ currentTest: { fullTitle: () => title } });
    hooks.afterAll();
    expect(printed.join().split('\n').slice(1, -1)).toEqual([
      '           2           3  162,064  162,032 (0.8 %)  162,032 (3.2 %)  adds once',
      '           1           2  162,032  162,032 (0.8 %)  162,032 (3.2 %)  adds twice',
    ]);
  });

  test('are named by the context of node:test, and Mocha takes no hook for one with a callback', async () => {
    const printed: string[] = [];
    const node = provider();
    const hooks = createHcuHooks(async () => node, { print: (table) => printed.push(table) });
    await hooks.beforeAll();
    await hooks.afterEach.call(undefined, { name: 'once', fullName: 'adds > once' });
    hooks.afterAll();
    expect(printed.join()).toContain('  adds > once\n');
    expect([hooks.beforeAll, hooks.afterEach, hooks.afterAll].map(({ length }) => length)).toEqual([0, 0, 0]);
  });
});
