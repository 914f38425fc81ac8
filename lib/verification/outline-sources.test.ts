import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { outlineSources } from './outline-sources';

const solc = z
  .object({ compile: z.function({ input: [z.string()], output: z.string() }) })
  .parse(createRequire(import.meta.url)('solc'));
const HEAD = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n';
const sourcesOf = (more: string) => ({
  'A.sol': { content: `${HEAD}import "./B.sol";\ncontract A is B { function own() external { kept(); } }` },
  'B.sol': { content: `${HEAD}contract B { uint256 x; function kept() internal { x = 1; } }` },
  'C.sol': { content: `${HEAD}${more}contract C { function other() external {} }` },
});
const outline = (more: string, compile: typeof solc.compile) =>
  outlineSources(
    {
      input: { language: 'Solidity', sources: sourcesOf(more), settings: {} },
      ...{ compilerVersion: '', compiler: '', target: { path: 'A.sol', name: 'A' } },
    },
    compile,
  );

test('of large sources, the trees of those alone that the code comes from', () => {
  const compile = vi.fn(solc.compile);
  const all = outline('', compile);
  expect(all?.functions.map(({ name }) => name).toSorted()).toEqual(['A.own', 'B.kept', 'C.other']);
  const large = outline(`// ${'x'.repeat(1_000_000)}\n`, compile);
  expect(large?.functions.map(({ name }) => name).toSorted()).toEqual(['A.own', 'B.kept']);
  expect(large).toMatchObject({ sourceMap: all?.sourceMap, files: all?.files });
  const asked = compile.mock.calls.map(([text]) => JSON.parse(text).settings.outputSelection['*']);
  expect(asked).toEqual([{ '': ['ast'] }, {}, undefined]);
});
