import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';

/**
 * The exports of a compiler's program, a CommonJS module. `require` would take it for an ES module below a package.json that
 * says so, as that of a checkout whose DATA_DIR is inside of it.
 */
export function loadCompiler(file: string): unknown {
  const module: { exports: unknown } = { exports: {} };
  const parameters = ['module', 'exports', 'require', '__filename', '__dirname'];
  const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file });
  run(module, module.exports, createRequire(file), file, dirname(file));
  return module.exports;
}
