import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { ApiEnv } from './respond';
import { createUploads } from './uploads';

/** Sends bodies through a trusted proxy, each of which ends when it is told to. */
function createSender() {
  const readUpload = createUploads({ trustedProxies: ['127.0.0.1'] });
  const app = new Hono<ApiEnv>();
  app.post('/', async (c) => {
    const read = await readUpload(c);
    return 'refusal' in read ? c.json(read.refusal.body, read.refusal.status) : c.text(read.body.toString());
  });
  return (client: string) => {
    let finish = () => {};
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(Buffer.from('so'));
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

test('a client address that sends slowly holds two places, and the others stay free', async () => {
  const send = createSender();
  const slow = [send('192.0.2.1'), send('192.0.2.1')];
  const third = await send('192.0.2.1').answer;
  expect([third.status, await third.json()]).toEqual([
    503,
    { error: 'Too many sources are being received', source: 'internal' },
  ]);
  const other = send('192.0.2.2');
  other.finish();
  expect(await (await other.answer).text()).toBe('so late');
  for (const { finish } of slow) finish();
  expect(await Promise.all(slow.map(async ({ answer }) => (await answer).text()))).toEqual([
    'so late',
    'so late',
  ]);
  const again = send('192.0.2.1');
  again.finish();
  expect((await again.answer).status).toBe(200);
});

test('addresses of one /64 are one client, and all clients together hold eight places', async () => {
  const send = createSender();
  const held = [send('2001:db8::1'), send('2001:db8::2')];
  expect((await send('2001:db8::3').answer).status).toBe(503);
  for (const at of [1, 2, 3, 4, 5, 6]) held.push(send(`198.51.100.${at}`));
  expect((await send('198.51.100.9').answer).status).toBe(503);
  for (const { finish } of held) finish();
  expect((await Promise.all(held.map(({ answer }) => answer))).map(({ status }) => status)).toEqual(
    held.map(() => 200),
  );
});
