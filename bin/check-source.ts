import { createRequire } from 'node:module';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { checkSource } from '@/lib/verification/check-source';
import { runVyper } from '@/lib/verification/run-vyper';
import { type SourceCheck, sourceCheck } from '@/lib/verification/source-check';
import { isSameVersion } from '@/lib/verification/vyper-compilers';

// A process of lib/verification/run-check.ts: one check on its standard input, one result on its standard output. It is
// ended from outside when it takes too long, and what it loads is a compiler that somebody else has written.

const compilerSchema = z.object({
  version: z.function({ input: [], output: z.string() }),
  compile: z.function({ input: [z.string()], output: z.string() }),
});
const require = createRequire(import.meta.url);
const check = sourceCheck.parse(await json(process.stdin));
const { version, compile } = check.input.language === 'Vyper' ? vyperOf(check) : solidityOf(check);
const named = version();
if (!isSameVersion(named, check.compilerVersion))
  throw new Error(`The compiler is ${named}, not ${check.compilerVersion}.`);
const result = await checkSource({ ...check, compilerVersion: named }, compile);
process.stdout.write(JSON.stringify(result));

function solidityOf({ compiler }: SourceCheck) {
  const { version: read, compile } = compilerSchema.parse(require('solc/wrapper')(require(compiler)));
  return { version: () => read().replace(/\.Emscripten.*$/, ''), compile };
}

function vyperOf({ compiler }: SourceCheck) {
  return {
    version: () => runVyper(compiler, ['--version']).trim(),
    compile: (input: string) => runVyper(compiler, ['--standard-json'], input),
  };
}
