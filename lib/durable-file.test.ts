import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchSyncs } from '@/test/support/watch-syncs';
import { replaceFile, syncTree } from './durable-file';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'astrolabe-durable-')));
});
afterEach(() => rm(folder, { recursive: true }));

test('a file is replaced at once, with its mode', async () => {
  const file = join(folder, 'key');
  await writeFile(file, 'old');
  await replaceFile(file, 'new', { mode: 0o600 });
  expect(await readFile(file, 'utf8')).toBe('new');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['key']);
});

test('what cannot be finished leaves the former content, and nothing beside it', async () => {
  const file = join(folder, 'key');
  await writeFile(file, 'old');
  const prepare = () => Promise.reject(new Error('no such owner'));
  await expect(replaceFile(file, 'new', { prepare })).rejects.toThrow('no such owner');
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await readdir(folder)).toEqual(['key']);
});

test.runIf(process.platform === 'linux')(
  'content is on the disk before its name, and then the name',
  async () => {
    const synced = await watchSyncs();
    await replaceFile(join(folder, 'key'), 'new');
    expect(synced).toEqual([join(folder, 'key.new'), folder]);
  },
);

test.runIf(process.platform === 'linux')('of a tree all files and folders are flushed', async () => {
  await mkdir(join(folder, 'one/two'), { recursive: true });
  await writeFile(join(folder, 'one/two/file'), '', { mode: 0o400 });
  const synced = await watchSyncs();
  await syncTree(folder);
  expect(synced).toEqual(
    ['one/two/file', 'one/two', 'one', ''].map((path) => join(folder, path).replace(/\/$/, '')),
  );
});
