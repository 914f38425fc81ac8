import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SHIPPED } from '@/test/support/shipped-names';
import { listFunctions } from './call-form';
import { guessFunctions } from './guess-functions';
import { hexToBuffer } from './hex';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
const artifacts = z
  .record(z.string(), z.looseObject({ abi: z.unknown(), bytecode: z.string().optional() }))
  .parse(read('demo/artifacts/contracts.json'));

test('a selector is one that code compares with and jumps on', () => {
  const found = guessFunctions(
    Buffer.from(
      // DUP1 PUSH4 transfer EQ PUSH1 JUMPI; PUSH4 DUP2 XOR PUSH2 JUMPI; PUSH3 (a leading zero) EQ ISZERO PUSH1 JUMPI
      // A chain ID in three bytes is compared by XOR.
      `62aa36a746186010578063a9059cbb14601057${'6311223344811861002057'}${'8062abcdef1415603057'}` +
        // binary search, a mask, and a constant are none
        `806370a082311160405763ffffffff1663deadbeef600052${'63'}`,
      'hex',
    ),
    SHIPPED,
  );
  expect(found.map(({ selector, candidates }) => [selector, candidates.map(({ name }) => name)])).toEqual([
    ['0xa9059cbb', ['transfer']],
    ['0x11223344', []],
    ['0x00abcdef', []],
  ]);
});

test('no code, no functions', () => {
  expect(guessFunctions(Buffer.alloc(0), [])).toEqual([]);
  expect(guessFunctions(Buffer.alloc(50_000, 0x57), [])).toEqual([]);
});

test('of the demo contracts every function is found, and those of the contracts that they create', () => {
  let real = 0;
  let found = 0;
  let right = 0;
  for (const { abi, bytecode } of Object.values(artifacts)) {
    if (bytecode === undefined) continue;
    const own = new Set(listFunctions(abi).map(({ selector }) => String(selector)));
    const guessed = guessFunctions(hexToBuffer(bytecode), SHIPPED).map(({ selector }) => String(selector));
    real += own.size;
    found += guessed.length;
    right += guessed.filter((selector) => own.has(selector)).length;
  }
  expect(real).toBeGreaterThan(50);
  expect(right).toBe(real);
  // Two of them hold the code of a contract that they create.
  expect(found - right).toBe(17);
});
