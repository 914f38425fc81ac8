import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded';
import { memoryBytes, sharedBuffersMb } from './embedded-memory';
import { openPool, type Sql } from './open-database';

const log = createLog({ name: 'test', level: 'silent' });
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
const running: EmbeddedPostgres[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'astrolabe-embedded-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  running.push(server);
  return server;
}

async function ask<T>(server: EmbeddedPostgres, question: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = openPool({ url: server.url, connections: 1, name: 'test' });
  try {
    return await question(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const write = (server: EmbeddedPostgres) =>
  ask(server, async (sql) => {
    await sql`create table kept (value integer)`;
    await sql`insert into kept values (7)`;
  });
const read = (server: EmbeddedPostgres) => ask(server, (sql) => sql`select value from kept`);

describe('a start', () => {
  test('makes a database below a folder of mode 0700, and the next start keeps it', async () => {
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const first = await start();
    await write(first);
    await first.stop();
    expect(await read(await start())).toEqual([{ value: 7 }]);
  });

  test('closes a folder that a volume driver has opened to a group', async () => {
    const first = await start();
    await write(first);
    await first.stop();
    await chmod(join(dataDir, 'postgresql'), 0o770);
    expect(await read(await start())).toEqual([{ value: 7 }]);
    expect((await stat(join(dataDir, 'postgresql'))).mode & 0o777).toBe(0o700);
  });

  test('listens on loopback only, and asks for a password that its owner alone can read', async () => {
    const server = await start();
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    const [listens] = await ask(server, (sql) => sql`show listen_addresses`);
    expect(listens).toEqual({ listen_addresses: '127.0.0.1' });
    const secret = join(dataDir, 'postgresql.password');
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
    expect(new URL(server.url).password).toBe((await readFile(secret, 'utf8')).trim());
    const stranger = { ...server, url: server.url.replace(/:[0-9a-f]+@/, ':guessed@') };
    await expect(ask(stranger, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  });

  test('waits for the disk unless it is told not to', async () => {
    const server = await startEmbeddedPostgres({ dataDir, log });
    running.push(server);
    const [settings] = await ask(
      server,
      (sql) => sql`
        select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
          current_setting('synchronous_commit') as commits`,
    );
    expect(settings).toEqual({ fsync: 'on', pages: 'on', commits: 'on' });
  });

  test('keeps an eighth of the memory as shared buffers', async () => {
    const [buffers] = await ask(
      await start(),
      (sql) => sql`select setting::int * 8 / 1024 as mb from pg_settings where name = 'shared_buffers'`,
    );
    expect(buffers).toEqual({ mb: sharedBuffersMb(memoryBytes(), 1) });
  });

  test('beside a living one on the same folder is refused, and does not disturb it', async () => {
    const first = await start();
    await write(first);
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('Another Astrolabe'),
    });
    expect(await read(first)).toEqual([{ value: 7 }]);
  });
});

describe('after a crash', () => {
  test('of the server, what was committed is there', async () => {
    const first = await start();
    await write(first);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    expect(await read(await start())).toEqual([{ value: 7 }]);
  });

  test('of the supervisor alone, the server it left is ended and another one serves', async () => {
    const first = await start();
    await write(first);
    await ask(
      first,
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`,
    );
    const second = await start();
    await first.ended;
    expect(second.pid).not.toBe(first.pid);
    expect(await read(second)).toEqual([{ value: 7 }]);
  });

  test('a process id that another program has now does not hinder the start', async () => {
    const first = await start();
    await write(first);
    const note = join(first.folder, 'postmaster.pid');
    const lines = (await readFile(note, 'utf8')).split('\n');
    await first.stop();
    await writeFile(note, [String(process.pid), ...lines.slice(1)].join('\n'), { mode: 0o600 });
    expect(await read(await start())).toEqual([{ value: 7 }]);
  });

  test('in the middle of the setup, the setup begins again', async () => {
    await mkdir(join(dataDir, 'postgresql.new-1'), { recursive: true });
    await writeFile(join(dataDir, 'postgresql.new-1', 'PG_VERSION'), '18\n');
    await start();
    await expect(stat(join(dataDir, 'postgresql.new-1'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('is refused with a sentence', () => {
  async function made(): Promise<string> {
    const server = await start();
    await server.stop();
    return server.folder;
  }

  test('for a folder of another major version', async () => {
    await writeFile(join(await made(), 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/made by PostgreSQL 17.*brings 18.*set another DATA_DIR/),
    });
  });

  test('for a DATA_DIR that is no folder', async () => {
    await writeFile(dataDir, '');
    await expect(start()).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining('cannot be written to'),
    });
  });
});

describe.runIf(isRoot)('as root without user namespaces', () => {
  let path: string | undefined;
  let programs: string;
  beforeEach(async () => {
    programs = await mkdtemp(join(tmpdir(), 'astrolabe-programs-'));
    await chmod(programs, 0o755);
    await symlink('/usr/bin/id', join(programs, 'id'));
    path = process.env.PATH;
    process.env.PATH = programs;
  });
  afterEach(async () => {
    process.env.PATH = path;
    await rm(programs, { recursive: true });
  });

  test('the server runs as another user, in a folder that user can reach', async () => {
    await chmod(folder, 0o755);
    const server = await start();
    expect((await stat(server.folder)).uid).not.toBe(0);
    expect(server.folder).toBe(join(dataDir, 'postgresql'));
    await write(server);
    await server.stop();
    process.env.PATH = path;
    expect(await read(await start())).toEqual([{ value: 7 }]);
  });

  test('below a folder of mode 0700 the database goes where that user can reach it, and stays there', async () => {
    const server = await start();
    const home = join(server.folder, '..');
    try {
      expect(home.startsWith('/var/lib/astrolabe/')).toBe(true);
      await write(server);
      await server.stop();
      process.env.PATH = path;
      expect(await read(await start())).toEqual([{ value: 7 }]);
    } finally {
      await Promise.all(running.splice(0).map((each) => each.stop()));
      await rm(home, { recursive: true, force: true });
    }
  });
});
