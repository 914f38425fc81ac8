import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { checkSource } from '@/lib/verification/check-source';
import { loadCompiler } from '@/lib/verification/load-compiler';
import { outlineRequest, outlineSources } from '@/lib/verification/outline-sources';
import { sourceCheck } from '@/lib/verification/source-check';

// A process of lib/verification/run-program.ts: on its standard input one check, or sources whose outline is wanted; one
// result on file descriptor 3: libraries and compilers print what they like. It is killed from outside after a timeout,
// because it runs a third-party compiler.

const RESULT = 3;
const compilerSchema = z.object({
  version: z.function({ input: [], output: z.string() }),
  compile: z.function({ input: [z.string()], output: z.string() }),
});
const require = createRequire(import.meta.url);
const check = z.union([sourceCheck, outlineRequest]).parse(await json(process.stdin));
const { version, compile } = compilerSchema.parse(require('solc/wrapper')(loadCompiler(check.compiler)));
const named = version().replace(/\.Emscripten.*$/, '');
if (!isSameVersion(named, check.compilerVersion))
  throw new Error(`The compiler is ${named}, not ${check.compilerVersion}.`);
const result =
  'runtimeCode' in check
    ? await checkSource({ ...check, compilerVersion: named }, compile)
    : outlineSources(check, compile);
writeFileSync(RESULT, JSON.stringify(result));

/** Commits may be abbreviated differently or omitted. */
function isSameVersion(one: string, other: string): boolean {
  const [[first, firstCommit = ''], [second, secondCommit = '']] = [one.split('+'), other.split('+')];
  return first === second && (firstCommit.startsWith(secondCommit) || secondCommit.startsWith(firstCommit));
}
