import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '@/test/support/provide';
import { until } from '@/test/support/until';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded';
import { backUpEmbedded } from './embedded-backup';
import { findProcessesOn } from './embedded-postmaster';
import { restoreEmbedded } from './embedded-restore';
import { openPool, type Sql } from './open-database';

const log = createLog({ name: 'test', level: 'silent' });

const folder = provideFolder('astrolabe-backup-');
let server: EmbeddedPostgres;
let sql: Sql;
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log, isDurable: false });
  sql = openPool({ url: server.url, connections: 4, name: 'test' });
  await sql`create table entries (value bigint primary key, filler text)`;
  await sql`create table sums (only_row boolean primary key, count bigint, total bigint)`;
  await sql`insert into sums values (true, 0, 0)`;
  await addEntries(1, 20_000);
});
afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await server?.stop();
});

/** Entries and their sum in one transaction, as a block is written. */
async function addEntries(first: number, count: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`
      insert into entries select value, repeat('x', 200) from generate_series(${first}::bigint, ${first + count - 1}::bigint) value`;
    await transaction`
      update sums set count = count + ${count}, total = (select sum(value) from entries)`;
  });
}

const restore = (backup: string, dataDir: string) => restoreEmbedded({ backup, dataDir, log });

async function readRestored(dataDir: string) {
  const restored = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  const read = openPool({ url: restored.url, connections: 1, name: 'test' });
  try {
    const [found] = await read<{ count: number; total: number; told_count: number; told_total: number }[]>`
      select count(*) as count, sum(value)::bigint as total,
        (select count from sums) as told_count, (select total from sums) as told_total
      from entries`;
    return found;
  } finally {
    await read.end({ timeout: 1 });
    await restored.stop();
  }
}

test('a backup that is made while rows are written has all that was committed before, and no half of a transaction', async () => {
  const target = join(folder, 'backup');
  let written = 20_000;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      await addEntries(written + 1, 500);
      written += 500;
      if (written % 5_000 === 0) await sql`checkpoint`;
    }
  })();
  await backUpEmbedded(server, target).finally(() => {
    isDone = true;
  });
  await writing;
  expect(written).toBeGreaterThan(20_000);

  await restore(target, join(folder, 'restored'));
  const found = await readRestored(join(folder, 'restored'));
  expect(found?.count).toBeGreaterThanOrEqual(20_000);
  expect(found?.count).toBeLessThanOrEqual(written);
  expect([found?.count, found?.total]).toEqual([found?.told_count, found?.told_total]);
  // the backup stays as it is, and can be restored again
  await restore(target, join(folder, 'again'));
  expect(await readRestored(join(folder, 'again'))).toEqual(found);
  expect((await stat(join(target, 'postgresql'))).mode & 0o077).toBe(0);
  expect(await sql`select slot_name from pg_replication_slots`).toEqual([]);
});

test('nothing is written over, neither by a backup nor by a restore', async () => {
  await mkdir(join(folder, 'taken'));
  await expect(backUpEmbedded(server, join(folder, 'taken'))).rejects.toThrow(/exists: name a folder/);
  await backUpEmbedded(server, join(folder, 'second'));
  await expect(restore(join(folder, 'second'), join(folder, 'data'))).rejects.toThrow(/holds a database/);
});

test('a restore begins again after one that was killed, and none of its files stays', async () => {
  const [backup, target] = [join(folder, 'third'), join(folder, 'killed')];
  await backUpEmbedded(server, backup);
  for (const pid of [process.pid, 4_194_303]) {
    await mkdir(join(target, `postgresql.new-${pid}/base`), { recursive: true });
    await writeFile(join(target, `postgresql.new-${pid}/base/stale`), 'of another backup');
  }
  await restore(backup, target);
  expect((await readdir(target)).filter((name) => name.startsWith('postgresql.new-'))).toEqual([]);
  expect(await readdir(join(target, 'postgresql/base'))).not.toContain('stale');
  expect((await readRestored(target))?.count).toBeGreaterThanOrEqual(20_000);
});

test('a restored database appears when it is recovered, and all beside it is there', async () => {
  const [backup, dataDir] = [join(folder, 'fourth'), join(folder, 'late')];
  await backUpEmbedded(server, backup);
  const before = () => Promise.reject(new Error('the key cannot be copied'));
  await expect(restoreEmbedded({ backup, dataDir, log, before })).rejects.toThrow('the key cannot be copied');
  expect((await readdir(dataDir)).sort()).toEqual(['logs', 'postgresql.password']);
  const copy = join(dataDir, `postgresql.new-${process.pid}`);
  const seen: number[] = [];
  // another start waits for what runs on it
  const look = async () => void seen.push(findProcessesOn(copy).length);
  await restoreEmbedded({ backup, dataDir, log, before: look });
  await look();
  expect(seen).toEqual([1, 0]);
  // PostgreSQL renames it when it has begun to recover
  expect(await readdir(join(dataDir, 'postgresql'))).not.toContain('backup_label');
  expect(await readdir(join(dataDir, 'postgresql'))).not.toContain('postmaster.pid');
});

test('a database that was made during a restore keeps its password', async () => {
  const [backup, dataDir] = [join(folder, 'sixth'), join(folder, 'raced')];
  await backUpEmbedded(server, backup);
  const refused = expect(restore(backup, dataDir)).rejects.toThrow(/holds a database/);
  const made = async () => (await readdir(dataDir)).some((name) => name.startsWith('postgresql.new-'));
  await until('the copy', () => made().catch(() => false));
  await mkdir(join(dataDir, 'postgresql'));
  await writeFile(join(dataDir, 'postgresql/PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'postgresql.password'), 'its own');
  await refused;
  expect(await readFile(join(dataDir, 'postgresql.password'), 'utf8')).toBe('its own');
});

test('a backup begins again after one of the same process id that was killed', async () => {
  const target = join(folder, 'fifth');
  await mkdir(join(`${target}.new-${process.pid}`, 'postgresql'), { recursive: true });
  await writeFile(join(`${target}.new-${process.pid}`, 'postgresql/PG_VERSION'), '');
  await backUpEmbedded(server, target);
  expect(await readFile(join(target, 'postgresql/PG_VERSION'), 'utf8')).toBe('18\n');
});

test('what is no backup is not restored, and leaves nothing', async () => {
  await mkdir(join(folder, 'other/postgresql'), { recursive: true });
  await writeFile(join(folder, 'other/postgresql/PG_VERSION'), '18\n');
  const target = join(folder, 'empty');
  await expect(restore(join(folder, 'other'), target)).rejects.toThrow(/is not a backup of Astrolabe/);
  expect(await readdir(target)).toEqual([]);
});

test('a backup that cannot be written leaves nothing', async () => {
  await expect(backUpEmbedded(server, join(folder, 'nowhere/backup'))).rejects.toThrow(/is not a folder/);
  expect((await readdir(folder)).filter((name) => name.includes('.new-'))).toEqual([]);
});
