import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { watchSyncs } from '@/test/support/watch-syncs';
import { type FoundCompiler, openCompilers } from './compilers';
import published from './releases.json' with { type: 'json' };

const VERSION = '0.4.26';
const PROGRAM = 'a compiler';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'astrolabe-compilers-')));
});
afterEach(() => rm(folder, { recursive: true }));

const log = createLog({ name: 'test', level: 'silent' });
const kept = () => join(folder, 'compilers');
const fileOf = (found: FoundCompiler) => ('file' in found ? found.file : '');

/** A registry that has one version, under the hash in `releases`; it notes what was asked. */
async function startRegistry() {
  await mkdir(join(folder, 'package'), { recursive: true });
  await writeFile(join(folder, 'package/soljson.js'), PROGRAM);
  await create({ gzip: true, cwd: folder, file: join(folder, 'solc.tgz') }, ['package/soljson.js']);
  const archive = await readFile(join(folder, 'solc.tgz'));
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  const asked: (string | undefined)[] = [];
  const registry = await serveHttp((request, response) => {
    asked.push(request.url);
    if (request.url?.endsWith('.tgz')) response.end(archive);
    else response.end(JSON.stringify({ dist: { tarball: `${registry}/solc.tgz`, integrity } }));
  });
  return { registry, releases: new Map([[VERSION, { name: VERSION, integrity }]]), asked };
}

test.runIf(process.platform === 'linux')(
  'a fetched compiler is on the disk before it has its name',
  async () => {
    const source = await startRegistry();
    const synced = await watchSyncs();
    const found = await openCompilers({ folder: kept(), log, ...source }).find(VERSION);
    expect(found).toEqual({ file: join(kept(), VERSION, 'soljson.js') });
    expect(await readFile(fileOf(found), 'utf8')).toBe(PROGRAM);
    expect(synced).toEqual([expect.stringMatching(/soljson\.js\..*part$/), join(kept(), VERSION)]);
    expect(await readdir(join(kept(), VERSION))).toEqual(['soljson.js']);
  },
);

test('an empty file, as a power cut left it, is no compiler, and is fetched again', async () => {
  await mkdir(join(kept(), VERSION), { recursive: true });
  await writeFile(join(kept(), VERSION, 'soljson.js'), '');
  const offline = openCompilers({ folder: kept(), registry: undefined, log });
  const { versions, installed, host, reason } = await offline.list();
  expect({ versions, host, code: reason?.code }).toEqual({
    ...{ versions: installed, host: null, code: 'compilers_off' },
  });
  expect(versions).not.toContain(VERSION);
  expect(await offline.find(VERSION)).toMatchObject({ missing: { code: 'compiler_missing' } });
  const source = await startRegistry();
  const found = await openCompilers({ folder: kept(), log, ...source }).find(VERSION);
  expect(await readFile(fileOf(found), 'utf8')).toBe(PROGRAM);
});

test('all releases are listed without asking anybody, and only the one that is wanted is fetched', async () => {
  const { registry, asked } = await startRegistry();
  const compilers = openCompilers({ folder: kept(), registry, log });
  const { versions, installed, reason } = await compilers.list();
  expect(versions).toEqual(expect.arrayContaining(['0.4.11', VERSION, '0.8.7', '0.8.30']));
  expect(versions[0]).toBe(installed[0]);
  expect([installed.length, reason, asked]).toEqual([1, undefined, []]);
  expect(await compilers.find('0.4.10')).toMatchObject({ missing: { code: 'compiler_missing' } });
  expect(asked).toEqual([]);
  // The package 0.8.7 holds another compiler.
  await compilers.find('0.8.7');
  expect(asked).toEqual(['/solc/0.8.7-fixed', '/solc.tgz']);
});

test('what is not the release is not used, and nothing of it stays', async () => {
  const { registry } = await startRegistry();
  const found = await openCompilers({ folder: kept(), registry, log }).find(VERSION);
  expect(found).toMatchObject({
    missing: { code: 'compiler_corrupt', params: { version: VERSION, host: new URL(registry).host } },
  });
  expect(await readdir(folder)).not.toContain('compilers');
});

test('a registry that does not answer is told, with what is installed, until it answers', async () => {
  const source = await startRegistry();
  const { host } = new URL(source.registry);
  let isAway = true;
  const gate = await serveHttp((request, response) => {
    if (isAway) request.socket.destroy();
    else response.writeHead(200).end(JSON.stringify({ dist: { tarball: `${source.registry}/solc.tgz` } }));
  });
  const compilers = openCompilers({ folder: kept(), log, ...source, registry: gate });
  expect(host).not.toBe(new URL(gate).host);
  const { installed } = await compilers.list();
  expect(await compilers.find(VERSION)).toMatchObject({
    missing: {
      message: expect.stringContaining(`Use one that is installed (${installed.join(', ')})`),
      params: { version: VERSION, host: new URL(gate).host },
    },
  });
  expect((await compilers.list()).reason).toMatchObject({ code: 'compilers_unreachable' });
  isAway = false;
  expect(fileOf(await compilers.find(VERSION))).not.toBe('');
  const after = await compilers.list();
  expect([after.reason, after.installed]).toEqual([undefined, [...installed, VERSION]]);
});

test("the hashes are up to the product's own compiler (node scripts/compiler-releases.mjs)", async () => {
  const lock = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const own = lock.packages['node_modules/solc'];
  expect(new Map(Object.entries(published)).get(own.version)).toBe(own.integrity);
});
