import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { startRestartingServer } from '@/test/support/restarting-server';
import { until } from '@/test/support/until';
import { watchSyncs } from '@/test/support/watch-syncs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded';
import { findProcessesOn } from './embedded-postmaster';
import { removeUnfinished } from './embedded-unfinished';
import { openPool } from './open-database';

const log = createLog({ name: 'test', level: 'silent' });

let folder: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-kill-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  running.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, statement: string) {
  const sql = openPool({ url: server.url, connections: 1, name: 'test' });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A server with a row that is stopped. */
async function makeDatabase(): Promise<EmbeddedPostgres> {
  const server = await start();
  await ask(server, 'create table kept as select 7 as value');
  await server.stop();
  return server;
}
const read = (server: EmbeddedPostgres) => ask(server, 'select value from kept');

function run(program: string, ...args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore' });
  children.push(child);
  return child;
}

describe('postmaster.pid that a kill has cut short', () => {
  test.each([
    ['empty', () => ''],
    ['of a process id that another program has', (pid: number) => String(pid)],
    ['without a port', (pid: number) => `${pid}\n/data/postgresql\n1764000000\n`],
  ])('does not hinder the start: %s', async (_, note) => {
    const made = await makeDatabase();
    const other = run('sleep', '600');
    await writeFile(join(made.folder, 'postmaster.pid'), note(other.pid ?? 0), { mode: 0o600 });
    expect(await read(await start())).toEqual([{ value: 7 }]);
    expect(other.exitCode).toBeNull();
  });

  test('is waited for while its server lives', async () => {
    const first = await start();
    const note = join(first.folder, 'postmaster.pid');
    const text = await readFile(note, 'utf8');
    await writeFile(note, '');
    const second = start();
    const refused = expect(second).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('Another Astrolabe'),
    });
    await delay(2_000);
    await writeFile(note, text);
    await refused;
    expect(await readFile(note, 'utf8')).toBe(text);
  });
});

describe('a setup that was killed', () => {
  /** As `initdb` that outlives its start for a while: it writes on and on. */
  const WRITES = 'while :; do mkdir -p "$2/base/$RANDOM"; : > "$2/base/$RANDOM/1"; done';

  test.each([
    ['of a process that is gone', () => 4_194_303],
    ['of one with the same process id', () => process.pid],
  ])('is ended and begins again: %s', async (_, creator) => {
    const leftover = join(dataDir, `postgresql.new-${creator()}`);
    await mkdir(leftover, { recursive: true });
    const writer = run('bash', '-c', WRITES, 'initdb', '--pgdata', leftover);
    await until('it to write', async () => (await readdir(leftover)).length > 0);
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(writer.signalCode).toBe('SIGINT');
    await expect(stat(leftover)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  /** As another start at the same moment, which is slow. */
  const MAKES = `
    made="$1/postgresql.new-$$"
    mkdir -p "$made"
    bash -c 'sleep 1; : > "$2/PG_VERSION"' initdb --pgdata "$made"
    sleep 0.5
    mv "$made" "$1/named"`;

  test('is no setup of a process that lives: it is waited for', async () => {
    await mkdir(dataDir);
    const { pid } = run('bash', '-c', MAKES, 'maker', dataDir);
    await until('the setup', () => findProcessesOn(join(dataDir, `postgresql.new-${pid}`)).length > 0);
    await removeUnfinished(dataDir);
    await until('its name', async () => (await readdir(dataDir)).includes('named'));
    expect(await readdir(join(dataDir, 'named'))).toEqual(['PG_VERSION']);
  });

  test('is cleared beside a finished database, which is kept', async () => {
    const made = await makeDatabase();
    const leftover = join(dataDir, 'postgresql.new-4194303');
    await mkdir(leftover);
    await writeFile(join(leftover, 'PG_VERSION'), '18\n');
    expect(await read(await start())).toEqual([{ value: 7 }]);
    expect(await readdir(dataDir)).not.toContain('postgresql.new-4194303');
    expect(await readdir(dataDir)).toContain(made.folder.split('/').at(-1));
  });
});

describe('a data directory without a database', () => {
  test('is filled if it is empty', async () => {
    await mkdir(join(dataDir, 'postgresql'), { recursive: true });
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is not touched if it holds something else', async () => {
    await mkdir(join(dataDir, 'postgresql/base'), { recursive: true });
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/postgresql is not a database.*move it away/),
    });
    expect(await readdir(join(dataDir, 'postgresql'))).toEqual(['base']);
  });
});

describe('the password', () => {
  test.each([
    ['empty', (file: string) => writeFile(file, '')],
    ['without its contents', (file: string) => writeFile(file, '\0'.repeat(49))],
    ['missing', (file: string) => rm(file)],
  ])('is made anew for a database whose file of it is %s', async (_, lose) => {
    const made = await makeDatabase();
    const file = `${made.folder}.password`;
    await lose(file);
    const second = await start();
    expect(await read(second)).toEqual([{ value: 7 }]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(new URL(second.url).password).toBe((await readFile(file, 'utf8')).trim());
    expect(new URL(second.url).password).not.toBe(new URL(made.url).password);
    await second.stop();
    expect((await start()).url.split('@')[0]).toBe(second.url.split('@')[0]);
  });

  test('of another database is refused with a sentence that helps', async () => {
    const made = await makeDatabase();
    await writeFile(`${made.folder}.password`, 'of another');
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(`${made.folder}.password is not the password of the database: remove`),
    });
    await rm(`${made.folder}.password`);
    expect(await read(await start())).toEqual([{ value: 7 }]);
  });

  test('is not made anew while a server runs that asks for it', async () => {
    const first = await start();
    await rm(`${first.folder}.password`);
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/password is lost while PostgreSQL runs.*end it/),
    });
    expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test.runIf(process.platform === 'linux')('is on the disk before the database that needs it', async () => {
    const synced = await watchSyncs();
    const { folder: cluster } = await start();
    expect(synced).toEqual([`${cluster}.password.new`, dataDir, dataDir]);
  });
});

test.each(['57P01', '57P02', '57P03'])(
  'a server that refuses with %s before it ends is waited for',
  async (state) => {
    const first = await start();
    await ask(first, 'create table kept as select 7 as value');
    await ask(
      first,
      "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()",
    );
    const stopping = await startRestartingServer(first.url);
    stopping.restart(state);
    const note = join(first.folder, 'postmaster.pid');
    const lines = (await readFile(note, 'utf8')).split('\n');
    await writeFile(note, lines.with(3, String(stopping.port)).join('\n'));
    const second = await start();
    expect(stopping.refused()).toBe(1);
    await first.ended;
    expect(await read(second)).toEqual([{ value: 7 }]);
  },
);
