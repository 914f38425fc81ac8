import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { message } from '@/lib/messages/message';
import { provideFolder } from '@/test/support/provide';
import { createOutlines } from './outlines';

const wanted = {
  input: { language: 'Solidity' as const, sources: { 'C.sol': { content: '' } }, settings: {} },
  ...{ compilerVersion: '0.8.37', target: { path: 'C.sol', name: 'C' } },
};

test.each([
  ['is not there', async () => ({ missing: message('compilers_off') }), 'source_compiler_missing'],
  ['could not be fetched', () => Promise.reject(new Error('no network')), 'source_not_compiled'],
])('a compiler that %s is looked for again after a minute', async (_, find, reason) => {
  const compilers = { find: vi.fn(find) };
  const log = createLog({ name: 'test', level: 'silent' });
  let time = 1_000;
  const { signal } = new AbortController();
  const outlines = createOutlines({ compilers, log, signal, now: () => time });
  expect(await outlines('key', wanted)).toBe(reason);
  time += 50_000;
  expect(await outlines('key', wanted)).toBe(reason);
  expect(compilers.find).toHaveBeenCalledTimes(1);
  time += 11_000;
  expect(await outlines('key', wanted)).toBe(reason);
  expect(compilers.find).toHaveBeenCalledTimes(2);
});

test('why a compiler that ended has no result', async () => {
  const program = join(provideFolder('outlines-test-'), 'program.mjs');
  writeFileSync(program, 'throw new Error("out of memory");');
  const compilers = { find: async () => ({ file: '' }) };
  const log = createLog({ name: 'test', level: 'silent' });
  const outlines = createOutlines({ compilers, log, signal: new AbortController().signal, program });
  await expect.poll(() => outlines('key', wanted)).toBe('compiler_crashed');
});
