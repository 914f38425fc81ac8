import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVyperCompilers } from './vyper-compilers';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vyper-'));
  const names = ['vyper.0.3.10+commit.91361694.linux', 'vyper.0.4.3', 'vyper.0.3.7+commit.6020b8b.linux'];
  for (const name of [...names, 'vyper.0.3.9.sh', 'README.md', 'vyper.9'])
    await writeFile(join(folder, name), '');
});
afterAll(() => rm(folder, { recursive: true }));

test('compilers of a folder are found by version, with or without a commit', async () => {
  const { list, find } = openVyperCompilers(folder);
  expect(await list()).toEqual(['0.4.3', '0.3.10+commit.91361694', '0.3.7+commit.6020b8b']);
  const file = join(folder, 'vyper.0.3.10+commit.91361694.linux');
  expect(await find('0.3.10')).toBe(file);
  expect(await find('0.3.10+commit.91361694')).toBe(file);
  expect(await find('0.4.3+commit.bff19ea2')).toBe(join(folder, 'vyper.0.4.3'));
  expect(await find('0.3.9')).toBeUndefined();
  expect(await find('../0.3.10')).toBeUndefined();
});

test('without a folder there are none', async () => {
  expect(await openVyperCompilers(undefined).list()).toEqual([]);
  expect(await openVyperCompilers(join(folder, 'missing')).list()).toEqual([]);
});
