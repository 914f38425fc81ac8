import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { createLog } from '@/lib/log';
import { provideDatabase } from '@/test/support/database';
import { type Leadership, withLeadership } from './leader-lock';
import { takeTerm } from './leader-term';
import { lockState, openState } from './state';

const log = createLog({ name: 'test', level: 'silent' });
const PATIENCE = { timeout: 120_000, interval: 10 };

const database = await provideDatabase();
await migrateGateway(database.sql);

async function openChain(chainId: number): Promise<Database> {
  await migrateChain(database.sql, chainId);
  const db = openDatabase(database.sql, chainId);
  await openState(db, 0);
  return db;
}

/** A process that leads `db` until it is aborted, as often as it can. */
function startLeader(db: Database) {
  const stopping = new AbortController();
  const terms: Leadership[] = [];
  const run = withLeadership({ url: database.url, db, log, signal: stopping.signal }, async (leadership) => {
    terms.push(leadership);
    if (!leadership.signal.aborted) await once(leadership.signal, 'abort');
  });
  const stop = async () => {
    stopping.abort();
    await run;
  };
  return { terms, stop };
}

test('of two indexers one leads; the other takes over in a later term when the first ends', async () => {
  const db = await openChain(5);
  const leaders = [startLeader(db), startLeader(db)];
  const leading = () => leaders.filter(({ terms }) => terms.length > 0);
  await vi.waitUntil(() => leading().length === 1, PATIENCE);
  const [first] = leading();
  await first?.stop();
  await vi.waitUntil(() => leading().length === 2, PATIENCE);
  const terms = leaders.flatMap((leader) => leader.terms.map(({ term }) => term));
  expect(terms.toSorted()).toEqual([1, 2]);
  expect(first?.terms.map(({ term }) => term)).toEqual([1]);
  for (const leader of leaders) await leader.stop();
});

test('a leader whose session is ended goes on when the lock is free, else stands by', async () => {
  const { terms, stop } = startLeader(await openChain(6));
  await vi.waitUntil(() => terms.length === 1, PATIENCE);
  const lockSession = async () => {
    const [row] = await database.sql`
      select pid from pg_locks where locktype = 'advisory' and classid = 1095980114 and objid::bigint =
        (hashtext('6')::bigint & 4294967295)`;
    return row?.pid;
  };
  const before = await lockSession();
  await database.sql`select pg_terminate_backend(${before})`;
  await vi.waitUntil(async () => ![undefined, before].includes(await lockSession()), PATIENCE);
  expect(terms.map(({ signal }) => signal.aborted)).toEqual([false]);
  await database.sql.begin(async (rival) => {
    await rival`select pg_terminate_backend(${await lockSession()})`;
    await rival`select pg_advisory_xact_lock(1095980114, hashtext('6'))`;
    await vi.waitUntil(() => terms[0]?.signal.aborted, PATIENCE);
  });
  await vi.waitUntil(() => terms.length === 2, PATIENCE);
  await stop();
});

test('a leader whose write is refused for its term stands by, and leads again in a new one', async () => {
  const db = await openChain(7);
  const stopping = new AbortController();
  const terms: number[] = [];
  await withLeadership({ url: database.url, db, log, signal: stopping.signal }, async ({ signal, term }) => {
    terms.push(term);
    if (terms.length > 1) return;
    await takeTerm(db, { log, signal, blockedMs: 5_000 });
    await runTransaction(db.sql, (sql) => lockState(sql, { ...db, term }));
  });
  expect(terms).toEqual([1, 3]);
});

test('a write that stands still in the middle of a COPY is ended, and its next attempt refused', async () => {
  const db = await openChain(8);
  const { signal } = new AbortController();
  const term = (await takeTerm(db, { log, signal, blockedMs: 5_000 })) ?? 0;
  const old = openPool({ url: database.url, connections: 1, name: 'test' });
  const oldDb = { ...openDatabase(old, 8), term };
  let isWriting = false;
  const write = runTransaction(old, async (sql) => {
    await lockState(sql, oldDb);
    const stream = await sql`copy ${db.schema}.proven_ranges (from_block, to_block) from stdin`.writable();
    stream.write('1\t2\n');
    isWriting = true;
    const [error] = await once(stream, 'error');
    throw error;
  });
  const failure = expect(write).rejects.toThrow();
  await vi.waitUntil(() => isWriting, PATIENCE);
  expect(await takeTerm(db, { log, signal, blockedMs: 50 })).toBe(2);
  await failure;
  expect(await db.sql`select from ${db.schema}.proven_ranges`).toHaveLength(0);
  await hearTwice(old);
  await expect(runTransaction(old, (sql) => lockState(sql, oldDb))).rejects.toMatchObject({
    code: 'not_leader',
  });
  await runTransaction(db.sql, (sql) => lockState(sql, { ...db, term: 2 }));
  await old.end({ timeout: 1 });
});

test('a process that freezes within a transaction gets an error, and its pool goes on', async () => {
  const idleMs = { session: 60_000, transaction: 50 };
  const sql = openPool({ url: database.url, connections: 1, name: 'test', idleMs });
  const work = runTransaction(sql, async (transaction) => {
    await transaction`select 1`;
    freeze(500);
    await transaction`select 2`;
  });
  await expect(work).rejects.toThrow();
  await hearTwice(sql);
  const [row] = await sql`select current_setting('idle_session_timeout') as text`;
  expect(row).toEqual({ text: '1min' });
  await sql.end({ timeout: 1 });
});

/** The driver reports the end of a connection once more to the next query. */
async function hearTwice(sql: Sql): Promise<void> {
  await sql`select 1`.catch(() => undefined);
}

function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
