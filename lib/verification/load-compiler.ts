import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { compileFunction } from 'node:vm';
import { z } from 'zod';

/**
 * The exports of a compiler's program, a CommonJS module. `require` would take it for an ES module below a package.json that
 * says so, as that of a checkout whose DATA_DIR is inside of it.
 */
export function loadCompiler(file: string): unknown {
  const module: { exports: object } = { exports: {} };
  const parameters = ['module', 'exports', 'require', '__filename', '__dirname'];
  const run = compileFunction(readFileSync(file, 'utf8'), parameters, { filename: file });
  run(module, module.exports, createRequire(file), file, dirname(file));
  passInputsByHeap(module.exports);
  return module.exports;
}

type Wrapped = (...given: unknown[]) => unknown;
const isFunction = (value: unknown) => typeof value === 'function';
/** What Emscripten's modules have; before 0.6, without an allocator of the compiler. */
const emscripten = z.object({
  cwrap: z.custom<(name: string, returned: unknown, types: string[]) => Wrapped>(isFunction),
  lengthBytesUTF8: z.custom<(text: string) => number>(isFunction),
  stringToUTF8: z.custom<(text: string, at: number, bytes: number) => void>(isFunction),
  _solidity_alloc: z.custom<(bytes: number) => number>(isFunction).optional(),
  _malloc: z.custom<(bytes: number) => number>(isFunction).optional(),
});

/** Emscripten passes texts on the stack, which a source of some megabytes exceeds: they are passed on the heap. */
function passInputsByHeap(exports: object): void {
  const { data } = emscripten.safeParse(exports);
  const allocate = data?._solidity_alloc ?? data?._malloc;
  if (!data || !allocate) return;
  const cwrap: typeof data.cwrap = (name, returned, [first, ...rest]) => {
    if (first !== 'string') return data.cwrap(name, returned, first === undefined ? [] : [first, ...rest]);
    const call = data.cwrap(name, returned, ['number', ...rest]);
    return (text, ...others) => {
      const bytes = data.lengthBytesUTF8(String(text)) + 1;
      const at = allocate(bytes);
      data.stringToUTF8(String(text), at, bytes);
      return call(at, ...others);
    };
  };
  Object.assign(exports, { cwrap });
}
