import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { zipFiles } from './zip-files';

const unzip = async (files: { path: string; text: string }[]) => {
  const bytes = new Uint8Array(await new Response(zipFiles(files)).arrayBuffer());
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, text]) => [path, strFromU8(text)]));
};

test('every file is in it, at a safe path', async () => {
  const large = 'contract A {}\n'.repeat(50_000);
  expect(
    await unzip([
      { path: 'src/A.sol', text: large },
      { path: '../../escape.sol', text: 'é' },
      { path: 'src/a.sol', text: '' },
    ]),
  ).toEqual({ 'src/A.sol': large, '__/__/escape.sol': 'é', 'src/a-2.sol': '' });
});

test('a reader that leaves stops the work', async () => {
  const reader = zipFiles(Array.from({ length: 3 }, (_, at) => ({ path: `${at}`, text: 'x' }))).getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
