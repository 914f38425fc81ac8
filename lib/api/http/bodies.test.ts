import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createBodies } from './bodies';
import type { ApiEnv } from './respond';

const MIB = 1024 * 1024;

/** Sends bodies through a trusted proxy, each of which begins with so many bytes and ends when it is told to. */
function createSender() {
  const readBody = createBodies({ trustedProxies: ['127.0.0.1'] });
  const app = new Hono<ApiEnv>();
  app.post('/', async (c) => {
    const read = await readBody(c, 5 * MIB);
    return 'refusal' in read ? c.json(read.refusal.body, read.refusal.status) : c.text(`${read.body.length}`);
  });
  return (client: string, bytes: number) => {
    let finish = () => {};
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.alloc(bytes));
        finish = () => {
          controller.enqueue(Buffer.from(' late'));
          controller.close();
        };
      },
    });
    const init = { method: 'POST', headers: { 'x-forwarded-for': client }, body, duplex: 'half' };
    const request = new Request('http://api/', init);
    const answer = Promise.resolve(
      app.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } }),
    );
    return { answer, finish: () => finish() };
  };
}

test('a client address that sends slowly holds 10 MiB, and the others stay free', async () => {
  const send = createSender();
  const slow = [send('192.0.2.1', 4 * MIB), send('192.0.2.1', 4 * MIB)];
  const third = await send('192.0.2.1', 4 * MIB).answer;
  expect([third.status, await third.json()]).toEqual([
    503,
    { error: 'Too many bodies are being received', source: 'internal' },
  ]);
  const small = Array.from({ length: 100 }, () => send('192.0.2.1', 100));
  for (const { finish } of small) finish();
  expect((await Promise.all(small.map(({ answer }) => answer))).every(({ ok }) => ok)).toBe(true);
  const other = send('192.0.2.2', 4 * MIB);
  other.finish();
  expect(await (await other.answer).text()).toBe(String(4 * MIB + 5));
  for (const { finish } of slow) finish();
  expect((await Promise.all(slow.map(({ answer }) => answer))).every(({ ok }) => ok)).toBe(true);
  const again = send('192.0.2.1', 4 * MIB);
  again.finish();
  expect((await again.answer).status).toBe(200);
});

test('addresses of one /64 are one client, and all clients together hold 64 MiB', async () => {
  const send = createSender();
  const held = [send('2001:db8::1', 4 * MIB), send('2001:db8::2', 4 * MIB)];
  expect((await send('2001:db8::3', 4 * MIB).answer).status).toBe(503);
  for (let at = 1; at <= 13; at += 1) held.push(send(`198.51.100.${at}`, 4 * MIB));
  expect((await send('198.51.100.14', 4 * MIB + 1).answer).status).toBe(503);
  for (const { finish } of held) finish();
  expect((await Promise.all(held.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
    held.map(() => 200),
  );
});

test('what is longer than allowed is refused, and held no more', async () => {
  const send = createSender();
  for (let sent = 0; sent < 4; sent += 1) expect((await send('192.0.2.1', 6 * MIB).answer).status).toBe(413);
});

test('a client that breaks off is no failure of ours', async () => {
  const readBody = createBodies({ trustedProxies: [] });
  const app = new Hono<ApiEnv>();
  app.post('/', async (c) => c.json('refusal' in (await readBody(c, MIB))));
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
  const init = { method: 'POST', body, duplex: 'half' };
  const answer = await app.request(new Request('http://api/', init));
  expect([answer.status, await answer.json()]).toEqual([200, true]);
});
