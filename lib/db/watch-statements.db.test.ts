import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { provideDatabase } from '../../test/support/database';
import { until } from '../../test/support/until';
import type { RequestScope } from '../request-scope';
import { openDatabase, openPool, type Sql } from './open-database';
import { runTransaction } from './transaction';
import { scopeDatabase, watchStatements } from './watch-statements';

const SLOW_MS = 100;
const database = await provideDatabase();
const scope = { requestId: 'a-request', operation: 'getBlock' };
let opened: Sql[] = [];
afterEach(async () => {
  await Promise.all(opened.map((sql) => sql.end({ timeout: 1 })));
  opened = [];
});

type Line = Record<string, unknown>;

function open({ isPooled = false } = {}) {
  const lines: Line[] = [];
  const log = pino({ errorKey: 'error' }, { write: (text: string) => lines.push(JSON.parse(text)) });
  const pooler = isPooled ? 'transaction' : 'session';
  const pool = openPool({ url: database.url, connections: 2, name: 'watched', pooler });
  const sql = watchStatements(pool, { log, slowMs: SLOW_MS, isCommented: isPooled });
  opened.push(sql);
  return { sql, lines, scoped: (scope: RequestScope) => scopeDatabase(openDatabase(sql, 1), scope).sql };
}

/** What an operator sees of a running statement. */
const readActivity = (text: string) => database.sql<{ pid: number; query: string }[]>`
  select pid, query from pg_stat_activity
  where application_name = 'astrolabe-watched' and state = 'active' and query like ${`%${text}%`}`;

test('a statement that runs for long is in the log, with its request and its process, before it ends', async () => {
  const { scoped, lines } = open();
  let hasEnded = false;
  const running = scoped(scope)`select pg_sleep(${1.5}), 'slow one'`.then(() => {
    hasEnded = true;
  });
  await until('a line', () => lines.length > 0);
  expect(hasEnded).toBe(false);
  const [active] = await readActivity('slow one');
  expect(lines[0]).toMatchObject({
    ...scope,
    pid: active?.pid,
    statement: "select pg_sleep($1), 'slow one'",
    msg: 'a statement is slow',
  });
  await running;
  await until('its end', () => lines.length > 1);
  expect(lines[1]).toMatchObject({ ...scope, pid: active?.pid, msg: 'a slow statement ended' });
});

test('a statement that PostgreSQL refuses is in the log with its request, also within a transaction', async () => {
  const { scoped, lines } = open();
  const refused = runTransaction(
    scoped(scope),
    (transaction) => transaction`select 1 / ${0}::integer as nothing`,
  );
  await expect(refused).rejects.toThrow('division by zero');
  await until('a line', () => lines.length > 0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ ...scope, msg: 'a statement failed', error: { code: '22012' } });
  expect(lines[0]?.pid).toEqual(expect.any(Number));
});

test('values, fragments and identifiers pass as they are, and quick statements leave no line', async () => {
  const { sql, lines } = open();
  const part = sql`n > ${1}`;
  const rows = await sql`select n from generate_series(1, 3) ${sql('n')} where ${part} order by n`;
  expect(rows.map(({ n }) => n)).toEqual([2, 3]);
  expect(await sql.unsafe('select 4 as n')).toEqual([{ n: 4 }]);
  expect(lines).toEqual([]);
});

test('a statement that is not prepared says its request itself', async () => {
  const { scoped } = open({ isPooled: true });
  const running = scoped({ requestId: 'r-1_2.3', operation: 'getBlock' })`select pg_sleep(${1})`.then(
    () => undefined,
  );
  await until('the statement', async () => (await readActivity('pg_sleep')).length > 0);
  const [active] = await readActivity('pg_sleep');
  expect(active?.query).toBe("select pg_sleep($1) /*operation='getBlock',request_id='r-1_2.3'*/");
  await running;
});
