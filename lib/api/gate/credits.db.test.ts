import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { provideDatabase } from '@/test/support/database';
import { type CreditMeter, createCreditMeter } from './credits';
import { PLANS, type PlanName } from './plans';

const log = createLog({ name: 'test', level: 'silent' });
/** How the server ends its answer to a statement outside a transaction. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const KEY = 'ab'.repeat(32);
const CALL = { endpointId: 'getTransaction', price: 20 };
const database = await provideDatabase();
let meters: CreditMeter[] = [];
let now: number;
await migrateGateway(database.sql);
beforeEach(() => {
  now = Date.UTC(2026, 0, 15, 12);
});
afterEach(async () => {
  await Promise.all(meters.map((meter) => meter.stop()));
  meters = [];
  await database.sql`truncate gateway.key_usage, gateway.key_credits`;
});

function startMeter(sql: Sql = database.sql): CreditMeter {
  const meter = createCreditMeter({ sql, log, now: () => now });
  meters.push(meter);
  return meter;
}

/** One call that is answered 200; undefined when it is refused. */
async function charge(meter: CreditMeter, plan: PlanName = 'free', call = CALL): Promise<number | undefined> {
  const reservation = await meter.reserve({ id: KEY, plan }, call);
  return reservation?.settle('charged');
}

/** What a call would find left, counted on nothing. */
async function left(meter: CreditMeter, plan: PlanName = 'free'): Promise<number | undefined> {
  return (await meter.reserve({ id: KEY, plan }, { ...CALL, price: 0 }))?.settle('uncounted');
}

async function storedCredits(): Promise<number> {
  const [row] = await database.sql<{ credits: number }[]>`
    select coalesce(sum(credits), 0)::bigint as credits from gateway.key_credits`;
  return row?.credits ?? -1;
}

async function use(day: string, credits: number): Promise<void> {
  await database.sql`
    insert into gateway.key_credits (key_hash, day, credits)
    values (${Buffer.from(KEY, 'hex')}, ${day}::date, ${credits})`;
}

test('what is charged is stored by key, day and operation, each operation once', async () => {
  const meter = startMeter();
  expect(await charge(meter)).toBe(99_980);
  expect(await charge(meter)).toBe(99_960);
  expect(await charge(meter, 'free', { endpointId: 'listTransfers', price: 30 })).toBe(99_930);
  const polled = await meter.reserve({ id: KEY, plan: 'free' }, CALL);
  expect(polled?.settle('free')).toBe(99_930);
  expect(polled?.settle('charged')).toBe(99_930);
  await vi.waitFor(async () => expect(await storedCredits()).toBe(70), { timeout: 60_000 });
  expect(
    await database.sql`select day::text, endpoint_id, calls, credits from gateway.key_usage order by endpoint_id`,
  ).toEqual([
    { day: '2026-01-15', endpoint_id: 'getTransaction', calls: 3, credits: 40 },
    { day: '2026-01-15', endpoint_id: 'listTransfers', calls: 1, credits: 30 },
  ]);
  expect(await charge(meter)).toBe(99_910);
});

test('a call is refused exactly when fewer credits are left than it costs', async () => {
  await use('2026-01-15', 100_000 - 49);
  const meter = startMeter();
  const dear = { endpointId: 'listTransfers', price: 30 };
  expect(await charge(meter, 'free', dear)).toBe(19);
  expect(await charge(meter)).toBeUndefined();
  expect(await charge(meter, 'free', { endpointId: 'cheap', price: 19 })).toBe(0);
  expect(await charge(meter, 'free', { endpointId: 'cheap', price: 1 })).toBeUndefined();
});

test('calls in progress cannot spend the same credits, and give back what they do not cost', async () => {
  await use('2026-01-15', 100_000 - 40);
  const meter = startMeter();
  const holder = { id: KEY, plan: 'free' } as const;
  const open = await Promise.all(Array.from({ length: 5 }, () => meter.reserve(holder, CALL)));
  const [one, other, ...refused] = [...open].sort((a, b) => Number(!a) - Number(!b));
  expect(refused).toEqual([undefined, undefined, undefined]);
  expect(one?.settle('uncounted')).toBe(40);
  expect(other?.settle('charged')).toBe(20);
  expect(await charge(meter)).toBe(0);
  expect(await charge(meter)).toBeUndefined();
});

test('a day ends at midnight UTC, a month with its last day', async () => {
  const meter = startMeter();
  now = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
  await use('2026-01-30', 1_000);
  await use('2026-01-31', 100_000 - 30);
  expect(await left(meter, 'builder')).toBe(100_000_000 - 1_000 - (100_000 - 30));
  expect(await charge(meter)).toBe(10);
  expect(await charge(meter)).toBeUndefined();
  now += 1;
  expect(await left(meter, 'builder')).toBe(100_000_000);
  expect(await charge(meter)).toBe(99_980);
  await vi.waitFor(async () => expect(await storedCredits()).toBe(1_000 + 100_000 - 30 + 40), {
    timeout: 60_000,
  });
  expect(await database.sql`select day::text, credits from gateway.key_usage order by day`).toEqual([
    { day: '2026-01-31', credits: 20 },
    { day: '2026-02-01', credits: 20 },
  ]);
  now = Date.UTC(2026, 1, 2);
  expect(await left(meter, 'free')).toBe(100_000);
  expect(await left(meter, 'builder')).toBe(100_000_000 - 20);
});

test('another plan counts what was used before', async () => {
  await use('2026-01-14', 7_000_000);
  await use('2026-01-15', 3_000_000);
  const meter = startMeter();
  expect(await charge(meter, 'builder')).toBe(90_000_000 - 20);
  expect(await charge(meter, 'free')).toBeUndefined();
  expect(await left(meter, 'free')).toBe(0);
  expect(await charge(meter, 'business')).toBe(3_000_000_000 - 10_000_040);
});

test('the internal plan is counted and never runs dry', async () => {
  const meter = startMeter();
  expect(await charge(meter, 'internal')).toBe(PLANS.internal.credits);
  expect(await charge(meter, 'internal')).toBe(PLANS.internal.credits);
  await meter.stop();
  expect(await storedCredits()).toBe(40);
});

test('what is used stays used in the next process', async () => {
  const meter = startMeter();
  await charge(meter);
  await meter.stop();
  expect(await charge(startMeter())).toBe(99_960);
  expect(await database.sql`select 1 from gateway.key_usage_writers`).toHaveLength(0);
});

test('several processes on one database share a plan', async () => {
  await use('2026-01-15', 100_000 - 2_000);
  const processes = [startMeter(), startMeter(), startMeter()];
  let answered = 0;
  const spend = async (meter: CreditMeter) => {
    while ((await charge(meter)) !== undefined) {
      answered += 1;
      await delay(40);
    }
  };
  await Promise.all(processes.map(spend));
  // 25 calls a second each: what one has charged the others know within a second.
  expect(answered).toBeGreaterThanOrEqual(100);
  expect(answered).toBeLessThan(100 + 3 * 25);
  await Promise.all(processes.map((meter) => meter.stop()));
  expect(await storedCredits()).toBe(100_000 - 2_000 + 20 * answered);
});

test('a database that fails stops no call, and nothing is lost or counted twice', async () => {
  const meter = startMeter();
  expect(await charge(meter)).toBe(99_980);
  await vi.waitFor(async () => expect(await storedCredits()).toBe(20), { timeout: 60_000 });
  await database.sql`alter table gateway.key_credits rename to hidden`;
  expect(await charge(meter)).toBe(99_960);
  await charge(meter, 'internal');
  const other = await meter.reserve({ id: 'cd'.repeat(32), plan: 'free' }, CALL);
  expect(other?.settle('charged')).toBe(-1);
  expect(await charge(meter)).toBe(99_920);
  await database.sql`alter table gateway.hidden rename to key_credits`;
  await vi.waitFor(async () => expect(await storedCredits()).toBe(100), { timeout: 60_000 });
  const known = await meter.reserve({ id: 'cd'.repeat(32), plan: 'free' }, CALL);
  expect(known?.settle('charged')).toBe(99_960);
  expect(await left(meter)).toBe(99_920);
});

/** A way to the database that can lose the answer to the next statement about usage: it was done, nobody hears of it. */
async function startLossyProxy(): Promise<{
  url: string;
  loseNext(): void;
  hasLost(): boolean;
  stop(): void;
}> {
  const { hostname, port } = new URL(database.url);
  let isArmed = false;
  let hasLost = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isDoomed = false;
    client.on('data', (chunk) => {
      if (isArmed && chunk.includes('key_usage')) isDoomed = true;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      const isDone = chunk.includes(READY_FOR_QUERY) && chunk.includes('SELECT ');
      if (!isDoomed) client.write(chunk);
      else if (isDone) {
        isArmed = false;
        hasLost = true;
        client.destroy();
        upstream.destroy();
      } else client.write(chunk);
    });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String(typeof bound === 'object' && bound !== null ? bound.port : 0);
  return {
    url: url.href,
    loseNext: () => {
      isArmed = true;
    },
    hasLost: () => hasLost,
    stop: () => server.close(),
  };
}

test('a batch whose confirmation is lost is sent again and not added again', async () => {
  const proxy = await startLossyProxy();
  const pool = openPool({ url: proxy.url, connections: 1, name: 'test-lossy' });
  try {
    const meter = startMeter(pool);
    expect(await left(meter)).toBe(100_000);
    proxy.loseNext();
    expect(await charge(meter)).toBe(99_980);
    await vi.waitFor(() => expect(proxy.hasLost()).toBe(true), { timeout: 60_000, interval: 1 });
    expect(await storedCredits()).toBe(20);
    expect(await charge(meter)).toBe(99_960);
    await vi.waitFor(async () => expect(await storedCredits()).toBe(40), { timeout: 60_000 });
    expect(await left(meter)).toBe(99_960);
    await meter.stop();
    expect(await storedCredits()).toBe(40);
  } finally {
    await pool.end({ timeout: 1 });
    proxy.stop();
  }
});
