import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { findFreePort } from '@/lib/free-port';
import { bundleProgram } from '../support/bundle-program';
import { provideDatabase } from '../support/database';
import { ROOT } from '../support/source-tree';

const folder = join(ROOT, '.cache', `test-api-${process.pid}`);
const database = await provideDatabase();
let program: ChildProcess;
let port: number;
let metricsPort: number;
let output = '';

beforeAll(async () => {
  [port, metricsPort] = [await findFreePort(), await findFreePort()];
  program = spawn(process.execPath, [await bundleProgram('api', folder)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      API_KEY: 'the-key-of-the-pages',
      API_PORT: String(port),
      API_METRICS_PORT: String(metricsPort),
      DATABASE_POOL: '2',
      DATABASE_TIMEOUT: '1',
    },
  });
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', (text) => (output += String(text)));
  await vi.waitFor(() => get('/healthz'), { timeout: 60_000, interval: 50 });
});
afterAll(async () => {
  program?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function get(path: string, headers: Record<string, string> = {}): Promise<[number, unknown]> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return [response.status, await response.json()];
}

/** The server's response to these bytes until it closes the connection. */
async function sendRaw(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (text) => (answer += String(text)));
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  return answer;
}

test('it is ready when the migrations are done, and then knows the key of the pages', async () => {
  expect(await get('/readyz')).toEqual([503, { status: 'not ready' }]);
  await migrateGateway(database.sql);
  await database.sql`
    insert into gateway.chains (chain_id, name, symbol, position, first_block) values (5, 'Five', 'FIV', 0, 0)`;
  await vi.waitFor(
    async () => {
      const [row] = await database.sql`select plan from gateway.api_keys`;
      expect(row?.plan).toBe('internal');
    },
    { timeout: 60_000, interval: 50 },
  );
  expect(await get('/readyz')).toEqual([503, { status: 'not ready' }]);
  await migrateChain(database.sql, 5);
  await vi.waitFor(async () => expect(await get('/readyz')).toEqual([200, { status: 'ready' }]), {
    timeout: 60_000,
  });
  const path = '/5/api/v2/main-page/blocks';
  expect(await get(path, { authorization: 'Bearer the-key-of-the-pages' })).toEqual([200, []]);
  expect(await get(path, { authorization: 'Bearer another' })).toEqual([401, { error: 'Unauthorized' }]);
  expect(
    await database.sql`select 1 from gateway.api_keys where key_hash = 'the-key-of-the-pages'`,
  ).toHaveLength(0);
});

test('a statement that hangs ends, and says so', async () => {
  const path = '/5/api/v2/transactions';
  const key = { authorization: 'Bearer the-key-of-the-pages' };
  await database.sql.begin(async (sql) => {
    await sql`lock table chain_5.transactions in access exclusive mode`;
    const timedOut = { error: 'The database did not answer in time', source: 'internal' };
    expect(await get(path, key)).toEqual([503, timedOut]);
  });
  expect(await get(path, key)).toEqual([200, { items: [], next_page_params: null }]);
});

test('callers behind a trusted proxy are counted one by one', async () => {
  const remaining = async (forwarded: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/main-page/blocks`, {
      headers: { 'x-forwarded-for': forwarded },
    });
    return Number(response.headers.get('x-ratelimit-remaining'));
  };
  expect(await remaining('203.0.113.1')).toBe(599);
  expect(await remaining('198.51.100.7, 203.0.113.1')).toBe(598);
  expect(await remaining('203.0.113.2')).toBe(599);
});

test('what is too large or malformed is answered in JSON', async () => {
  const head = 'host: x\r\nconnection: close\r\n';
  const long = await sendRaw(`GET /api/v2/blocks?a=${'x'.repeat(100_000)} HTTP/1.1\r\n${head}\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 414 .*"error":"URI too long"/s);
  const large = `GET /healthz HTTP/1.1\r\n${head}x-large: ${'x'.repeat(20_000)}\r\n\r\n`;
  expect(await sendRaw(large)).toMatch(
    /^HTTP\/1\.1 431 .*\{"error":"Request header fields too large","source":"internal"\}$/s,
  );
  const huge = `GET /healthz HTTP/1.1\r\n${head}x-huge: ${'x'.repeat(200_000)}\r\n\r\n`;
  expect(await sendRaw(huge)).toMatch(
    /^HTTP\/1\.1 431 .*\{"error":"Request header fields too large","source":"internal"\}$/s,
  );
  expect(await sendRaw('nonsense\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 .*\{"error":"Bad request","source":"internal"\}$/s,
  );
});

test('metrics count and time the answers by operation, on a port of their own', async () => {
  const [before] = await get('/1/api/v2/blocks');
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toMatch(
    new RegExp(`astrolabe_api_requests_total\\{operation="listBlocks",status="${before}"\\} [1-9]`),
  );
  expect(text).toMatch(/astrolabe_api_request_seconds_count\{operation="listBlocks"\} [1-9]/);
  expect(text).toMatch(/astrolabe_database_sessions\{program="astrolabe-api",state="\w+"\} [1-9]/);
  for (const name of ['served_chains', 'abis', 'signature_names', 'checksums']) {
    const held = Number(new RegExp(`astrolabe_cache_bytes\\{cache="${name}"\\} (\\d+)`).exec(text)?.[1]);
    const bound = Number(new RegExp(`astrolabe_cache_max_bytes\\{cache="${name}"\\} (\\d+)`).exec(text)?.[1]);
    expect(held).toBeLessThanOrEqual(bound);
  }
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
});

test('it stops on SIGTERM with nothing left running, and has logged no secret', async () => {
  program.kill('SIGTERM');
  const [code] = await once(program, 'exit');
  expect(code).toBe(0);
  expect(output).toContain('api listens');
  expect(output).not.toContain('the-key-of-the-pages');
  expect(output).not.toContain(new URL(database.url).password);
});
