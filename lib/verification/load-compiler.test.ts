import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadCompiler } from './load-compiler';

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
