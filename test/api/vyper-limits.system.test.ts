import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { message } from '@/lib/messages/message';
import { createCheckRunner } from '@/lib/verification/run-check';
import { ROOT } from '../support/source-tree';

// No compiler of Vyper can be had from the registries that the tests use: a program in its place tests the limits of its
// process alone, never a verification.

const CHECK = {
  ...{ chainId: 1, address: `0x${'11'.repeat(20)}`, runtimeCode: '0x6001', creationCode: null },
  compilerVersion: '0.4.3',
  input: { language: 'Vyper' as const, sources: { 'a.vy': { content: '' } }, settings: {} },
  target: undefined,
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vyper-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(script: string, timeMs: number) {
  const compiler = join(folder, 'vyper.0.4.3');
  await writeFile(compiler, `#!/bin/sh\n${script}\n`);
  await chmod(compiler, 0o755);
  const runCheck = createCheckRunner({ program: `${ROOT}/dist/check-source.mjs`, timeMs });
  return runCheck({ ...CHECK, compiler }, new AbortController().signal);
}

/** A process that has ended may wait for somebody to read how. */
const isRunning = async (pid: string) => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/.test(state);
};

test('a compiler that does not end is ended, with its files', async () => {
  const seen = join(folder, 'seen');
  expect(
    await run(`echo $$ > ${seen}; echo "$TMPDIR" >> ${seen}; touch "$TMPDIR/left"; exec sleep 1000`, 10_000),
  ).toEqual({ outcome: 'no match', reason: message('compiler_timeout') });
  const [pid = '', temporary = ''] = (await readFile(seen, 'utf8')).split('\n');
  await expect.poll(() => isRunning(pid)).toBe(false);
  await expect(readdir(temporary)).rejects.toThrow('ENOENT');
});

test('it has nothing of the environment, and no more memory than a check', async () => {
  const seen = join(folder, 'environment');
  await run(`env > ${seen}; ulimit -v >> ${seen}; echo 0.4.2`, 60_000);
  const lines = (await readFile(seen, 'utf8')).trim().split('\n');
  expect(lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split('=')[0])).toEqual(
    expect.not.arrayContaining(['HOME', 'DATABASE_URL']),
  );
  expect(lines.at(-1)).toBe(String(2 * 1024 * 1024));
});

test('a compiler of another version than asked for, or that breaks off, matches nothing', async () => {
  const crashed = { outcome: 'no match', reason: message('compiler_crashed') };
  expect(await run('echo 0.4.2+commit.00000000', 60_000)).toEqual(crashed);
  expect(await run('exit 1', 60_000)).toEqual(crashed);
});

test('its errors are told as they are', async () => {
  const errors = '{"errors":[{"severity":"error","message":"a.vy:1 wrong"}]}';
  expect(
    await run(`if [ "$1" = --version ]; then echo 0.4.3; else cat > /dev/null; echo '${errors}'; fi`, 60_000),
  ).toEqual({ outcome: 'compiler errors', errors: ['a.vy:1 wrong'] });
});
