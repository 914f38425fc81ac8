import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import { openPool, type Sql } from '@/lib/db/open-database';

/** A fresh, empty database of the run's server, and a pool to it. `drop()` ends the pool and drops the database. */
export type TestDatabase = { url: string; sql: Sql; drop(): Promise<void> };

/** A test that computes for long answers nothing meanwhile. */
const PATIENT = { connectSeconds: 300 };

/** Creates a database for one test, without migrations, or a copy of another, to which nobody may be connected. */
export async function createTestDatabase(template = 'template1'): Promise<TestDatabase> {
  const server = inject('databaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const sql = openPool({ url: url.href, connections: 5, name: 'test', ...PATIENT });
  const drop = async () => {
    await sql.end({ timeout: 1 });
    await administer(server, (admin) => admin`drop database if exists ${admin(name)} with (force)`);
  };
  return { url: url.href, sql, drop };
}

/** The database of a test file, which is dropped after it. */
export async function provideDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  afterAll(() => database.drop());
  return database;
}

/**
 * The name of a database to copy, which `make` fills for the whole run: the first file that asks waits for it, and whoever asks
 * meanwhile.
 */
export async function shareTemplate(name: string, make: () => Promise<TestDatabase>): Promise<string> {
  const shared = `${name}_${inject('run')}`;
  await administer(inject('databaseUrl'), async (sql) => {
    // until the end of this only connection
    await sql`select pg_advisory_lock(hashtext(${shared}))`;
    if ((await sql`select from pg_database where datname = ${shared}`).length > 0) return;
    const made = await make();
    await made.sql.end({ timeout: 1 });
    await sql`alter database ${sql(new URL(made.url).pathname.slice(1))} rename to ${sql(shared)}`;
  });
  return shared;
}

async function administer(url: string, statement: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = openPool({ url, connections: 1, name: 'test-admin', ...PATIENT });
  try {
    await statement(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
