import { spawnSync } from 'node:child_process';
import { AppError } from '@/lib/errors';
import { CHECK_LIMITS } from './source-check';

const KIB = 1024;
/** `ulimit` is the shell's: what the compiler starts has the limit too. */
const LIMITED = `ulimit -v ${CHECK_LIMITS.memory / KIB}; exec "$0" "$@"`;

/**
 * Runs a compiler of Vyper with a text as its input, and gives what it writes. It has limits on memory and output; whoever
 * started this process ends both after a time. Throws AppError `config` when it does not run.
 */
export function runVyper(program: string, flags: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('/bin/sh', ['-c', LIMITED, program, ...flags], {
    input,
    encoding: 'utf8',
    maxBuffer: CHECK_LIMITS.output,
  });
  if (error === undefined && (status === 0 || stdout.trim().startsWith('{'))) return stdout;
  throw new AppError('config', `The compiler of Vyper ended with ${status}: ${stderr.slice(0, 500)}`, {
    cause: error,
  });
}
