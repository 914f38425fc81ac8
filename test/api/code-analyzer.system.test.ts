import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createCodeAnalyzer } from '@/lib/api/contract/code-analyzer';
import { listFunctions } from '@/lib/evm/call-form';
import { hexToBuffer } from '@/lib/evm/hex';
import { ROOT } from '../support/programs';

const PROGRAM = `${ROOT}dist/analyze-code.mjs`;
const artifacts = z
  .record(z.string(), z.looseObject({ abi: z.unknown(), bytecode: z.string().optional() }))
  .parse(JSON.parse(readFileSync(`${ROOT}demo/artifacts/contracts.json`, 'utf8')));

/** Runtime code begins behind the RETURN and INVALID of init code. */
const runtimeOf = (creation: string) => {
  const at = creation.indexOf('f3fe');
  return hexToBuffer(at < 0 ? creation : `0x${creation.slice(at + 4)}`);
};

test('of the demo contracts every function is found, and no other', { timeout: 600_000 }, async () => {
  const analyze = createCodeAnalyzer({ program: PROGRAM, timeMs: 60_000, waitMs: 60_000 });
  let [typed, all] = [0, 0];
  for (const [name, { abi, bytecode }] of Object.entries(artifacts)) {
    if (bytecode === undefined) continue;
    const own = new Map(listFunctions(abi).map(({ selector, item }) => [String(selector), item]));
    const { functions = [] } = (await analyze(runtimeOf(bytecode))) ?? {};
    expect([name, functions.map(({ selector }) => selector).sort()]).toEqual([name, [...own.keys()].sort()]);
    all += functions.length;
    typed += functions.filter(
      ({ selector, argument_types }) =>
        own
          .get(selector)
          ?.inputs.map(({ type }) => type)
          .join() === argument_types,
    ).length;
  }
  expect(all).toBeGreaterThan(300);
  expect(typed / all).toBeGreaterThan(0.75);
});

test('storage has slots and types, and the functions that use it', async () => {
  const analyze = createCodeAnalyzer({ program: PROGRAM, timeMs: 60_000, waitMs: 60_000 });
  const { storage } = (await analyze(runtimeOf(artifacts.DemoToken?.bytecode ?? '0x'))) ?? {};
  expect(storage?.[0]).toMatchObject({
    slot: `0x${'00'.repeat(32)}`,
    type: 'mapping(address => uint256)',
    writes: expect.arrayContaining(['0xa9059cbb']),
  });
});

const WRAPPED = runtimeOf(artifacts.WrappedEther?.bytecode ?? '0x');

/** Compares with five thousand selectors and jumps on each: the analysis of this takes minutes. */
const ENDLESS = (() => {
  const compare = (_: unknown, at: number) => `8063${(0xa0000000 + at).toString(16)}1461fff057`;
  const start = `5f3560e01c${Array.from({ length: 5_000 }, compare).join('')}`.padEnd(0xfff0 * 2, '00');
  return Buffer.from(`${start}5b`, 'hex');
})();

test('code that takes too long has no facts, and the next one is analyzed', async () => {
  const analyze = createCodeAnalyzer({ program: PROGRAM, timeMs: 1_500, waitMs: 60_000 });
  expect(await analyze(ENDLESS)).toMatchObject({ storage: [] });
  // The time of any may run out on a busy machine; a code that had none is not analyzed again.
  const codes = Array.from({ length: 20 }, (_, at) => Buffer.from([...WRAPPED, at]));
  await expect.poll(async () => (await analyze(codes.pop() ?? WRAPPED))?.functions.length).toBe(11);
});

test('a request waits for as long as it may, and many at once are refused', async () => {
  const analyze = createCodeAnalyzer({ program: PROGRAM, timeMs: 1_000, waitMs: 50 });
  expect(await analyze(ENDLESS)).toBeUndefined();
  const codes = Array.from({ length: 30 }, (_, at) => Buffer.concat([ENDLESS, Buffer.from([at])]));
  expect(await Promise.all(codes.map(analyze))).toEqual(codes.map(() => undefined));
});

test('a process that ends, or is missing, gives no facts', async () => {
  const analyze = createCodeAnalyzer({ program: `${ROOT}nothing-here.mjs`, timeMs: 20_000, waitMs: 60_000 });
  expect(await analyze(Buffer.from('6001', 'hex'))).toEqual({ functions: [], storage: [] });
  expect(await analyze(Buffer.alloc(0))).toEqual({ functions: [], storage: [] });
  expect(await analyze(Buffer.alloc(100_000, 1))).toEqual({ functions: [], storage: [] });
});
