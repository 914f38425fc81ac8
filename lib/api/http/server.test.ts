import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { codeOf } from '@/lib/errors';
import { type ApiEnv, prepareBody, respondPrepared } from './respond';
import { startApiServer } from './server';

function answerLong(): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  const body = prepareBody('x'.repeat(20_000_000));
  app.get('/', (c) => {
    c.set('headers', {});
    return respondPrepared(c, body, 'public, max-age=1');
  });
  return app;
}

test('a long answer is read whole, and answered with 304 when it has not changed', async () => {
  const server = await startApiServer(answerLong(), { host: '127.0.0.1', port: 0 });
  const reader = await fetch(`http://127.0.0.1:${server.port}/`);
  const etag = reader.headers.get('etag') ?? '';
  expect((await reader.arrayBuffer()).byteLength).toBe(20_000_002);
  const again = await fetch(`http://127.0.0.1:${server.port}/`, { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  await server.stop();
});

test('a client that never reads what it asks for is disconnected', async () => {
  const server = await startApiServer(answerLong(), { host: '127.0.0.1', port: 0, stalledMs: 200 });
  const idle = connect(server.port, '127.0.0.1');
  idle.on('error', () => undefined);
  idle.pause();
  idle.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(50));
  // unread bytes keep a paused socket from noticing its end: it learns by writing
  const writing = setInterval(() => idle.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'), 50);
  await new Promise((resolve) => idle.once('close', resolve));
  clearInterval(writing);
  await server.stop();
});

test('HTTP/1.0 without a Host header is answered, as health checks of load balancers speak it', async () => {
  const app = new Hono<ApiEnv>();
  app.get('/readyz', (c) => c.text('ready'));
  const server = await startApiServer(app, { host: '127.0.0.1', port: 0 });
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (text) => (answer += String(text)));
  socket.write('GET /readyz HTTP/1.0\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*ready$/s);
  await server.stop();
});

/** A server that answers `/` at once, and `/slow` when `finish` is called. */
async function startSlowServer() {
  const app = new Hono<ApiEnv>();
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  app.get('/slow', async (c) => {
    await isFinished;
    return c.text('done');
  });
  app.get('/', (c) => c.text('ok'));
  const server = await startApiServer(app, { host: '127.0.0.1', port: 0 });
  return { server, finish };
}

test('a stop lets the running request end, and tells a kept connection that it is its last', async () => {
  const { server, finish } = await startSlowServer();
  const kept = connect(server.port, '127.0.0.1');
  let answers = '';
  kept.on('data', (text) => (answers += String(text)));
  kept.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  const other = await fetch(`http://127.0.0.1:${server.port}/`);
  expect(await other.text()).toBe('ok');
  const stopped = server.stop();
  // a request on the same connection, while the first one runs
  kept.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  finish();
  await new Promise((resolve) => kept.once('close', resolve));
  await stopped;
  expect(answers).toMatch(/^HTTP\/1\.1 200 .*done/s);
  expect(answers.toLowerCase()).toContain('connection: close');
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
});

test('a stop answers what arrived while the server was busy', async () => {
  const { server, finish } = await startSlowServer();
  const silent = connect(server.port, '127.0.0.1');
  let answer = '';
  silent.on('data', (text) => (answer += String(text)));
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  const slow = fetch(`http://127.0.0.1:${server.port}/slow`);
  const stopped = server.stop();
  // it listens until it is quiet, or for two seconds
  await vi.waitFor(async () => expect(await isRefused(server.port)).toBe(true), { timeout: 60_000 });
  silent.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  for (const from = performance.now(); performance.now() - from < 1_500; );
  finish();
  expect(await (await slow).text()).toBe('done');
  if (!silent.closed) await once(silent, 'close');
  await stopped;
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*ok/s);
});

test('a stop cuts off no answer that its client reads slowly', async () => {
  const server = await startApiServer(answerLong(), { host: '127.0.0.1', port: 0 });
  const slow = connect(server.port, '127.0.0.1');
  let length = 0;
  slow.on('data', (chunk) => (length += chunk.length));
  slow.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(slow, 'data');
  slow.pause();
  const stopped = server.stop();
  await vi.waitFor(async () => expect(await isRefused(server.port)).toBe(true), { timeout: 60_000 });
  slow.resume();
  await once(slow, 'close');
  await stopped;
  expect(length).toBeGreaterThan(20_000_002);
});

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const error: unknown = await once(socket, 'connect').catch((cause: unknown) => cause);
  socket.destroy();
  return codeOf(error) === 'ECONNREFUSED';
}

test('a stop under load resets no request that was accepted', async () => {
  const app = new Hono<ApiEnv>();
  // so much work that all others wait to be accepted
  app.get('/', (c) => c.text(createHash('sha256').update(Buffer.alloc(2_000_000)).digest('hex')));
  const server = await startApiServer(app, { host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true });
  let answered = 0;
  let reset = 0;
  /** Whether there is somebody to ask: a new connection may be refused. */
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const request = get({ agent, host: '127.0.0.1', port: server.port }, (response) => {
        response.resume();
        response.once('end', () => resolve(true));
        answered += 1;
      });
      request.once('error', (error) => {
        const isRefused = codeOf(error) === 'ECONNREFUSED';
        if (!isRefused) reset += 1;
        resolve(!isRefused);
      });
    });
  const work = async () => {
    while (await ask());
  };
  const workers = Array.from({ length: 20 }, work);
  while (answered < 100) await new Promise(setImmediate);
  await server.stop();
  await Promise.all(workers);
  agent.destroy();
  expect(reset).toBe(0);
});
