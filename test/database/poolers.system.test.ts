import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openPool } from '@/lib/db/open-database';
import { acceptsTimeout, isStatementTimeout } from '@/lib/db/statement-timeout';
import { findFreePort } from '@/lib/free-port';
import { provideDatabase } from '../support/database';
import { hasDebianPackage } from '../support/debian-package';

const PROGRAM = '/usr/sbin/pgbouncer';
const TIMEOUT_MS = 200;
/** More connections than the pooler has. */
const CONNECTIONS = 8;

const database = await provideDatabase();

test('a statement that takes too long ends, and its connection goes on', async () => {
  const limited = { url: database.url, connections: 1, name: 'test', timeoutMs: TIMEOUT_MS };
  expect(await acceptsTimeout(limited)).toBe(true);
  const sql = openPool(limited);
  const error = await sql`select pg_sleep(30)`.catch((thrown: unknown) => thrown);
  expect(isStatementTimeout(error)).toBe(true);
  expect(await sql`select 7 as answer`).toEqual([{ answer: 7 }]);
  await sql.end();
});

describe.skipIf(!hasDebianPackage('pgbouncer', PROGRAM))(
  'behind PgBouncer (Debian package pgbouncer)',
  () => {
    test.each(['session', 'transaction'] as const)(
      'in %s mode every answer is the right one',
      async (mode) => {
        const bouncer = await startBouncer(database.url, mode);
        const options = { url: bouncer.url, name: 'test', connections: CONNECTIONS, pooler: mode };
        try {
          expect(await acceptsTimeout({ ...options, timeoutMs: TIMEOUT_MS })).toBe(false);
          const sql = openPool(options);
          const ask = async (number: number) => {
            const [row] = await (number % 3 === 0
              ? sql`select ${sql.unsafe(String(number))}::integer as answer`
              : sql`select ${number}::integer as answer, pg_sleep(${(number % 5) / 1_000})`);
            return row?.answer;
          };
          const numbers = Array.from({ length: 300 }, (_, number) => number);
          expect(await Promise.all(numbers.map(ask))).toEqual(numbers);
          await sql.end();
        } finally {
          await bouncer.stop();
        }
      },
    );
  },
);

/** A pooler of a few connections in front of this database. */
async function startBouncer(database: string, mode: 'session' | 'transaction') {
  const { hostname, port: target, username, password, pathname } = new URL(database);
  const folder = await mkdtemp(join(tmpdir(), 'astrolabe-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const secret = password === '' ? '' : `password=${decodeURIComponent(password)}`;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${target} user=${decodeURIComponent(username)} ${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? CONNECTIONS : 2}
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const program: ChildProcess = spawn(
    PROGRAM,
    [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), '-q', file],
    {
      stdio: 'ignore',
    },
  );
  const url = `postgres://any@127.0.0.1:${port}${pathname}`;
  await vi.waitFor(
    async () => {
      const sql = openPool({ url, connections: 1, name: 'test' });
      await sql`select 1`.finally(() => sql.end());
    },
    { timeout: 60_000 },
  );
  return {
    url,
    stop: async () => {
      program.kill('SIGKILL');
      await once(program, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
