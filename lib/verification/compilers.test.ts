import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveHttp } from '@/test/support/http-server';
import { watchSyncs } from '@/test/support/watch-syncs';
import { openCompilers } from './compilers';

const VERSION = '0.4.26';
const PROGRAM = 'a compiler';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'astrolabe-compilers-')));
});
afterEach(() => rm(folder, { recursive: true }));

/** A registry that has one version. */
async function startRegistry(): Promise<string> {
  await mkdir(join(folder, 'package'));
  await writeFile(join(folder, 'package/soljson.js'), PROGRAM);
  await create({ gzip: true, cwd: folder, file: join(folder, 'solc.tgz') }, ['package/soljson.js']);
  const archive = await readFile(join(folder, 'solc.tgz'));
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const url = await serveHttp((request, response) => {
    if (request.url === '/solc') response.end(JSON.stringify({ versions: { [VERSION]: {} } }));
    else if (request.url === `/solc/${VERSION}`)
      response.end(JSON.stringify({ dist: { tarball: `${url}/solc.tgz`, integrity } }));
    else response.end(archive);
  });
  return url;
}

test.runIf(process.platform === 'linux')(
  'a fetched compiler is on the disk before it has its name',
  async () => {
    const registry = await startRegistry();
    const kept = join(folder, 'compilers');
    const synced = await watchSyncs();
    const found = await openCompilers({ folder: kept, registry }).find(VERSION);
    expect(found).toBe(join(kept, VERSION, 'soljson.js'));
    expect(await readFile(found ?? '', 'utf8')).toBe(PROGRAM);
    expect(synced).toEqual([expect.stringMatching(/soljson\.js\..*part$/), join(kept, VERSION)]);
    expect(await readdir(join(kept, VERSION))).toEqual(['soljson.js']);
  },
);

test('an empty file, as a power cut left it, is no compiler, and is fetched again', async () => {
  const kept = join(folder, 'compilers');
  await mkdir(join(kept, VERSION), { recursive: true });
  await writeFile(join(kept, VERSION, 'soljson.js'), '');
  const offline = openCompilers({ folder: kept, registry: undefined });
  expect(await offline.list()).not.toContain(VERSION);
  expect(await offline.find(VERSION)).toBeUndefined();
  const registry = await startRegistry();
  const found = await openCompilers({ folder: kept, registry }).find(VERSION);
  expect(await readFile(found ?? '', 'utf8')).toBe(PROGRAM);
});
