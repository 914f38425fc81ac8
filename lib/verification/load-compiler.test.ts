import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { loadCompiler } from './load-compiler';

const require = createRequire(import.meta.url);
const wrapper = z.custom<(compiler: unknown) => { compile(input: string): string }>();

test('a source of ten megabytes is compiled', () => {
  const { compile } = wrapper.parse(require('solc/wrapper'))(
    loadCompiler(require.resolve('solc/soljson.js')),
  );
  const content = `// ${'é'.repeat(5 * 1024 * 1024)}\ncontract Long {}`;
  const settings = { outputSelection: { '*': { '*': ['abi'] } } };
  const input = { language: 'Solidity', sources: { 'A.sol': { content } }, settings };
  expect(JSON.parse(compile(JSON.stringify(input)))).toMatchObject({ contracts: { 'A.sol': { Long: {} } } });
});

test('a compiler below a package of ES modules is a CommonJS module all the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'astrolabe-compiler-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'compilers'));
  const file = join(folder, 'compilers/soljson.js');
  writeFileSync(
    file,
    "module['exports'] = { from: __dirname, file: __filename, path: require('path').sep };",
  );
  expect(loadCompiler(file)).toEqual({ from: join(folder, 'compilers'), file, path: '/' });
});
