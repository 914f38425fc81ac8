import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '@/test/support/provide';
import { createCheckRunner } from './run-check';
import type { SourceCheck } from './source-check';

const CHECK: SourceCheck = {
  ...{ chainId: 1, address: '0x01', runtimeCode: '0x', creationCode: null, compilerVersion: '0.8.37' },
  ...{ compiler: '', input: { language: 'Solidity', sources: {}, settings: {} } },
};
const RESULT = { outcome: 'compiler errors', errors: ['one'] };
const folder = provideFolder('check-test-');

/** The result of a program, and what is logged of it. */
async function run(text: string) {
  const program = join(folder, 'program.mjs');
  await writeFile(program, `import { writeFileSync } from 'node:fs';\n${text}`);
  const log = createLog({ name: 'test', level: 'silent' });
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const result = await createCheckRunner({ log, program })(CHECK, new AbortController().signal);
  return { result, logged: warn.mock.calls.map(([fields]) => fields) };
}

test('what libraries print is no part of the result', async () => {
  const printing = `console.log('[Warning] Immutable'); console.error('x'.repeat(100_000));`;
  expect(await run(`${printing} writeFileSync(3, ${JSON.stringify(JSON.stringify(RESULT))});`)).toEqual({
    result: RESULT,
    logged: [],
  });
});

test('a program that ends without a result is logged with the end of what it printed', async () => {
  const { result, logged } = await run(`console.error('y'.repeat(9_000)); throw new Error('out of luck');`);
  expect(result).toMatchObject({ outcome: 'no match', reason: { code: 'compiler_crashed' } });
  expect(logged).toEqual([
    expect.objectContaining({ chain: 1, address: '0x01', printed: expect.stringContaining('out of luck') }),
  ]);
  expect(JSON.stringify(logged).length).toBeLessThan(3_000);
});
