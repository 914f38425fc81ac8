import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { setInternalApiKey } from '@/lib/api/gate/key-query';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { openPool } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { bundleProgram } from '../support/bundle-program';
import { provideDatabase } from '../support/database';
import { startProgram } from '../support/programs';
import { ROOT } from '../support/source-tree';

const folder = join(ROOT, '.cache', `test-keys-${process.pid}`);
const file = await bundleProgram('keys', folder);
const database = await provideDatabase();

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function keys(args: string, environment: Record<string, string> = { DATABASE_URL: database.url }) {
  const program = startProgram('keys', environment, { file, args: args.split(' ').filter(Boolean) });
  const code = await program.ended;
  return { code, output: program.output() };
}

function keyIn(output: string): string {
  return /^astrolabe_[\w-]{32}$/m.exec(output)?.[0] ?? 'no key was printed';
}

const hashOf = (key: string) => createHash('sha256').update(key).digest();

describe('the keys program', () => {
  test('makes a key, shows it once, and keeps only its hash', async () => {
    const made = await keys('create acme');
    expect(made.code).toBe(0);
    const key = keyIn(made.output);
    const [row] = await database.sql`select key_hash, name, plan, revoked_at from gateway.api_keys`;
    expect(row).toEqual({ key_hash: hashOf(key), name: 'acme', plan: 'free', revoked_at: null });
    const listed = await keys('list');
    expect(listed.output).toMatch(/^acme +free +\d{4}-\d\d-\d\d +never +0 +100,000 a day$/m);
    expect(listed.output).not.toContain(key);
  });

  test('changes the plan, ends a key by its name or by itself, and frees the name', async () => {
    expect((await keys('plan acme builder')).output).toContain('acme: free → builder');
    expect((await keys('revoke acme')).code).toBe(0);
    expect((await keys('list')).output).toContain('There are no keys');
    expect((await keys('list --all')).output).toMatch(/^acme +builder .* revoked \d{4}-\d\d-\d\d$/m);
    const again = keyIn((await keys('create acme --plan pro')).output);
    const leaked = await keys(`revoke ${again}`);
    expect(leaked.output).toContain('Revoked: acme.');
    expect((await keys(`revoke ${again}`)).output).toContain('Error: This key is not in use');
  });

  test('tells usage by key and operation, and by day for one key', async () => {
    const key = keyIn((await keys('create busy')).output);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (const [ago, endpoint, calls, credits] of [
      [0, 'getTransaction', 1_500, 30_000],
      [1, 'getTransaction', 10, 200],
      [1, 'listCharts', 1, 20],
      [40, 'search', 4, 100],
    ] as const)
      await database.sql`
        insert into gateway.key_usage (day, key_hash, endpoint_id, calls, credits)
        values (${day(ago)}::date, ${hashOf(key)}, ${endpoint}, ${calls}, ${credits})`;
    const lines = (await keys('usage')).output.split('\n').slice(2).filter(Boolean);
    expect(lines.map((line) => line.split(/ +/))).toEqual([
      ['busy', 'getTransaction', '1,510', '30,200'],
      ['busy', 'listCharts', '1', '20'],
    ]);
    const byDay = (await keys('usage --key busy --days 41')).output.split('\n').slice(2).filter(Boolean);
    expect(byDay.map((line) => line.split(/ +/))).toEqual([
      [day(0), 'busy', 'getTransaction', '1,500', '30,000'],
      [day(1), 'busy', 'getTransaction', '10', '200'],
      [day(1), 'busy', 'listCharts', '1', '20'],
      [day(40), 'busy', 'search', '4', '100'],
    ]);
    expect((await keys('usage --days 1')).output).toContain('1,500');
  });

  test('does not touch the key of the pages', async () => {
    await setInternalApiKey(database.sql, hashOf('the-key-of-the-pages'));
    for (const args of ['revoke pages', 'plan pages free', 'revoke the-key-of-the-pages']) {
      const refused = await keys(args);
      expect(refused.code).toBe(2);
      expect(refused.output).toContain('API_KEY');
    }
    expect((await keys('list')).output).toMatch(/^pages +internal .* no limit$/m);
  });

  test.each([
    ['', 'Missing command'],
    ['create busy', 'A key with the name busy exists'],
    ['create pages', 'A name is 1 to 60'],
    ['create naïve', 'A name is 1 to 60'],
    ['create x --plan gold', 'There is no plan gold'],
    ['plan busy internal', 'There is no plan internal'],
    ['revoke nobody', 'No key is called nobody'],
    ['usage --key nobody', 'No key is called nobody'],
  ])('refuses "%s" with one sentence', async (args, sentence) => {
    const { code, output } = await keys(args);
    expect(code).toBe(2);
    expect(output).toContain(`Error: ${sentence}`);
    expect(output.trim().split('\n')).toHaveLength(1);
  });

  test('says what to do when the database cannot be reached, or the keys are not here', async () => {
    const dead = await keys('list', { DATABASE_URL: 'postgres://u:secret-word@127.0.0.1:1/x' });
    expect(dead.code).toBe(2);
    expect(dead.output).toMatch(/^Error: The database at 127\.0\.0\.1:1 cannot be used .*DATABASE_URL\.$/m);
    expect(dead.output).not.toContain('secret-word');
    const elsewhere = await keys('list', { API_URL: 'https://api.explorer.example' });
    expect(elsewhere.code).toBe(2);
    expect(elsewhere.output).toContain('api.explorer.example');
  });

  test('explains itself', async () => {
    const { code, output } = await keys('--help');
    expect(code).toBe(0);
    expect(output).toContain('business  3,000,000,000 credits a month, 50 calls a second');
  });
});

describe('with the embedded database', () => {
  test('it is started when it does not run, and found when it does', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-keys-'));
    const environment = { DATA_DIR: dataDir };
    try {
      const made = await keys('create early', environment);
      expect([made.code, made.output]).toEqual([0, expect.stringContaining('astrolabe_')]);
      const log = createLog({ name: 'test', level: 'warn' });
      const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
      try {
        expect((await keys('create late --plan pro', environment)).code).toBe(0);
        const sql = openPool({ url: server.url, connections: 1, name: 'test' });
        const rows = await sql`select name from gateway.api_keys order by name`;
        await sql.end({ timeout: 1 });
        expect(rows.map(({ name }) => name)).toEqual(['early', 'late']);
      } finally {
        await server.stop();
      }
      expect((await keys('list', environment)).output).toMatch(/early .*\nlate /);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
