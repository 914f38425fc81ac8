import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { message } from '@/lib/messages/message';
import { createOutlines } from './outlines';

const wanted = {
  input: { language: 'Solidity' as const, sources: { 'C.sol': { content: '' } }, settings: {} },
  ...{ compilerVersion: '0.8.37', target: { path: 'C.sol', name: 'C' } },
};

test.each([
  ['is not there', async () => ({ missing: message('compilers_off') })],
  ['could not be fetched', () => Promise.reject(new Error('no network'))],
])('a compiler that %s is looked for again after a minute', async (_, find) => {
  const compilers = { find: vi.fn(find) };
  const log = createLog({ name: 'test', level: 'silent' });
  let time = 1_000;
  const { signal } = new AbortController();
  const outlines = createOutlines({ compilers, log, signal, now: () => time });
  expect(await outlines('key', wanted)).toBeNull();
  time += 50_000;
  expect(await outlines('key', wanted)).toBeNull();
  expect(compilers.find).toHaveBeenCalledTimes(1);
  time += 11_000;
  expect(await outlines('key', wanted)).toBeNull();
  expect(compilers.find).toHaveBeenCalledTimes(2);
});
