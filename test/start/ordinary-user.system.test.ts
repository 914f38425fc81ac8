import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findBinaries, postgresPackage } from '@/lib/db/embedded-binaries';
import { ROOT } from '../support/programs';

const NOBODY = 65534;
/** A container may run as a user that owns none of its files. */
const NAMELESS = 54_321;

const PROGRAM = `
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { openPool } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
const log = createLog({ name: 'test', level: 'warn' });
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log, isDurable: false });
const sql = openPool({ url: server.url, connections: 1, name: 'test' });
const [row] = await sql\`select 6 * 7 as answer\`;
await sql.end();
await server.stop();
console.log(JSON.stringify({ uid: process.getuid?.(), answer: row?.answer, folder: server.folder }));
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-user-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program bundled into one file, beside a package of PostgreSQL that only root may change. */
async function installProgram(): Promise<string> {
  const { root } = await findBinaries();
  const name = postgresPackage(process.platform, process.arch);
  await cp(dirname(root), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
}

async function runAs(uid: number, program: string, dataDir: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, dataDir], {
    uid,
    gid: uid,
    cwd: '/',
  });
  const said: unknown = JSON.parse(stdout);
  return said;
}

describe.runIf(process.getuid?.() === 0)('an ordinary user', () => {
  test('runs the embedded database below a folder of mode 0700', async () => {
    const program = await installProgram();
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, NOBODY, NOBODY);
    const dataDir = join(home, 'data');
    const said = await runAs(NOBODY, program, dataDir);
    expect(said).toEqual({ uid: NOBODY, answer: 42, folder: join(dataDir, 'postgresql') });
    expect((await stat(join(dataDir, 'postgresql'))).uid).toBe(NOBODY);
  });

  test('runs it without having a name', async () => {
    expect(() => execFileSync('id', ['-un', String(NAMELESS)], { stdio: 'pipe' })).toThrow();
    const program = await installProgram();
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await chown(home, NAMELESS, NAMELESS);
    expect(await runAs(NAMELESS, program, home)).toMatchObject({ uid: NAMELESS, answer: 42 });
    expect(await runAs(NAMELESS, program, home)).toMatchObject({ uid: NAMELESS, answer: 42 });
  });

  test('gets a copy of the programs where it may not complete the installed ones', async () => {
    const program = await installProgram();
    const name = postgresPackage(process.platform, process.arch);
    const lib = join(folder, 'node_modules', name, 'native', 'lib');
    await rm(join(lib, 'libpq.so.5'));
    const home = join(folder, 'home');
    await mkdir(home);
    await chown(home, NOBODY, NOBODY);
    expect(await runAs(NOBODY, program, home)).toMatchObject({ answer: 42 });
    await expect(stat(join(lib, 'libpq.so.5'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is told when the data directory is not to be written to', async () => {
    const program = await installProgram();
    await expect(runAs(NOBODY, program, join(folder, 'data'))).rejects.toThrow(
      /DATA_DIR .* cannot be written to/,
    );
  });

  test("is told when the database is another user's", async () => {
    const program = await installProgram();
    const home = join(folder, 'home');
    await mkdir(join(home, 'postgresql'), { recursive: true, mode: 0o700 });
    await writeFile(join(home, 'postgresql.password'), 'x', { mode: 0o600 });
    await chmod(home, 0o777);
    await expect(runAs(NOBODY, program, home)).rejects.toThrow(/belongs to another user/);
  });
});
