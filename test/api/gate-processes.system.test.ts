import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiKey } from '@/lib/api/gate/manage-keys';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { findFreePort } from '@/lib/free-port';
import { bundleProgram } from '../support/bundle-program';
import { provideDatabase } from '../support/database';
import { hasDebianPackage } from '../support/debian-package';
import { type Program, startProgram } from '../support/programs';
import { ROOT } from '../support/source-tree';

const REDIS = '/usr/bin/redis-server';
const CHAIN = 5;
const PATH = `/${CHAIN}/api/v2/main-page/blocks`;
const folder = join(ROOT, '.cache', `test-gate-${process.pid}`);
const database = await provideDatabase();
let file: string;
let programs: Program[] = [];

/** An api process, and a way to call it. */
type Api = { program: Program; port: number };

beforeAll(async () => {
  await migrateGateway(database.sql);
  await migrateChain(database.sql, CHAIN);
  await database.sql`
    insert into gateway.chains (chain_id, name, symbol, position, first_block)
    values (${CHAIN}, 'Five', 'FIV', 0, 0)`;
  file = await bundleProgram('api', folder);
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  programs = [];
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function startApi(environment: Record<string, string> = {}): Promise<Api> {
  const port = await findFreePort();
  const program = startProgram(
    'api',
    { DATABASE_URL: database.url, API_PORT: String(port), DATABASE_POOL: '3', ...environment },
    { file },
  );
  programs.push(program);
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 50,
  });
  return { program, port };
}

async function ask({ port }: Api, key?: string, path = PATH) {
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, headers ? { headers } : {});
  await response.arrayBuffer();
  const number = (name: string) => Number(response.headers.get(name) ?? Number.NaN);
  return {
    status: response.status,
    left: number('x-credits-remaining'),
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
  };
}

async function storedCredits(name: string): Promise<number> {
  const [row] = await database.sql<{ credits: number }[]>`
    select coalesce(sum(credits), 0)::bigint as credits
    from gateway.key_credits join gateway.api_keys using (key_hash) where name = ${name}`;
  return row?.credits ?? Number.NaN;
}

describe('credits', () => {
  test('a killed api loses less than a second of charges, and the next one counts on', async () => {
    const key = await createApiKey(database.sql, { name: 'killed', plan: 'business' });
    const api = await startApi();
    const answeredAt: number[] = [];
    const begun = Date.now();
    while (Date.now() - begun < 3_000) {
      if ((await ask(api, key)).status === 200) answeredAt.push(Date.now());
      await delay(10);
    }
    const killedAt = Date.now();
    api.program.kill('SIGKILL');
    await api.program.ended;
    const stored = await storedCredits('killed');
    const certain = answeredAt.filter((at) => at <= killedAt - 1_000).length;
    expect(certain).toBeGreaterThan(10);
    expect(stored).toBeGreaterThanOrEqual(20 * certain);
    expect(stored).toBeLessThanOrEqual(20 * answeredAt.length);
    expect((await ask(await startApi(), key)).left).toBe(3_000_000_000 - stored - 20);
  });

  test('an api that is asked to stop loses nothing', async () => {
    const key = await createApiKey(database.sql, { name: 'stopped', plan: 'pro' });
    const api = await startApi();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(api, key)));
    api.program.kill('SIGTERM');
    expect(await api.program.ended).toBe(0);
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBe(10);
    expect(await storedCredits('stopped')).toBe(20 * answered);
  });

  test('what one process charges, the other knows', async () => {
    const key = await createApiKey(database.sql, { name: 'shared', plan: 'business' });
    const [one, other] = [await startApi(), await startApi()];
    expect((await ask(one, key)).left).toBe(2_999_999_980);
    await vi.waitFor(async () => expect(await storedCredits('shared')).toBe(20), { timeout: 60_000 });
    expect((await ask(other, key)).left).toBe(2_999_999_960);
    await database.sql`
      update gateway.key_credits set credits = 2999999960
      where key_hash = (select key_hash from gateway.api_keys where name = 'shared')`;
    await vi.waitFor(async () => expect((await ask(one, key)).status).toBe(402), { timeout: 60_000 });
    await vi.waitFor(async () => expect((await ask(other, key)).status).toBe(402), { timeout: 60_000 });
    // Each is called at most twenty times a second.
    expect(await storedCredits('shared')).toBeLessThanOrEqual(3_000_000_000 + 2 * 20 * 20);
  });

  test('a key that is revoked or re-planned is so everywhere within seconds', async () => {
    const key = await createApiKey(database.sql, { name: 'changed', plan: 'builder' });
    const apis = [await startApi(), await startApi()];
    for (const api of apis) expect((await ask(api, key)).limit).toBe(15);
    await database.sql`update gateway.api_keys set plan = 'pro' where name = 'changed'`;
    for (const api of apis)
      await vi.waitFor(async () => expect((await ask(api, key)).limit).toBe(30), {
        timeout: 60_000,
        interval: 200,
      });
    await database.sql`update gateway.api_keys set revoked_at = now() where name = 'changed'`;
    for (const api of apis)
      await vi.waitFor(async () => expect((await ask(api, key)).status).toBe(401), {
        timeout: 60_000,
        interval: 200,
      });
  });
});

describe.skipIf(!hasDebianPackage('redis-server', REDIS))(
  'rates in Redis (Debian package redis-server)',
  () => {
    let redis: ChildProcess;
    let url: string;

    beforeAll(async () => {
      const port = await findFreePort();
      redis = spawn(REDIS, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', '/tmp'], {
        stdio: 'ignore',
      });
      url = `redis://127.0.0.1:${port}`;
    });
    afterAll(async () => {
      redis.kill('SIGKILL');
      if (redis.exitCode === null && redis.signalCode === null) await once(redis, 'exit');
    });

    test('two processes share the windows of keys and of addresses', async () => {
      const key = await createApiKey(database.sql, { name: 'limited', plan: 'free' });
      const apis = [await startApi({ REDIS_URL: url }), await startApi({ REDIS_URL: url })];
      // When the twelve calls do not fall into one second, another second is tried.
      await vi.waitFor(
        async () => {
          const answers = await Promise.all(
            Array.from({ length: 6 }, () => apis.map((api) => ask(api, key))).flat(),
          );
          const statuses = answers.map(({ status }) => status).sort();
          expect(statuses).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
        },
        { timeout: 60_000, interval: 1_100 },
      );
      const open = [];
      for (const api of [...apis, ...apis]) open.push(await ask(api, undefined, '/api/v2/main-page/blocks'));
      expect(open.map(({ status, remaining }) => [status, remaining])).toEqual([
        [200, 599],
        [200, 598],
        [200, 597],
        [200, 596],
      ]);
    });

    test('a Redis that hangs or is gone holds up no call', async () => {
      const key = await createApiKey(database.sql, { name: 'unlimited', plan: 'business' });
      const api = await startApi({ REDIS_URL: url });
      expect((await ask(api, key)).limit).toBe(50);
      redis.kill('SIGSTOP');
      // this process counts by itself
      expect(await ask(api, key)).toMatchObject({ status: 200, limit: 50, remaining: 49 });
      redis.kill('SIGCONT');
      await vi.waitFor(async () => expect((await ask(api, key)).limit).toBe(50), {
        timeout: 60_000,
        interval: 100,
      });
      redis.kill('SIGKILL');
      await once(redis, 'exit');
      expect(await ask(api, key)).toMatchObject({ status: 200, limit: 50 });
    });
  },
);
