import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchSyncs } from '@/test/support/watch-syncs';
import { keepApiKey } from './keep-api-key';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'astrolabe-key-')));
});
afterEach(() => rm(folder, { recursive: true }));

test.runIf(process.platform === 'linux')(
  'a new key is on the disk before it is used, and stays',
  async () => {
    const synced = await watchSyncs();
    const key = await keepApiKey(folder);
    expect(synced).toEqual([join(folder, 'api-key.new'), folder]);
    expect((await stat(join(folder, 'api-key'))).mode & 0o777).toBe(0o600);
    expect(await keepApiKey(folder)).toBe(key);
  },
);

test.each(['', '\0'.repeat(33)])(
  'a file of the key that a power cut left without it gets a new one',
  async (left) => {
    await writeFile(join(folder, 'api-key'), left);
    const key = await keepApiKey(folder);
    expect(key).toMatch(/^[\w-]{32}$/);
    expect((await readFile(join(folder, 'api-key'), 'utf8')).trim()).toBe(key);
  },
);
