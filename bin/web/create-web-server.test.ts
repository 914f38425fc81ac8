import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { noteApiAway } from '@/lib/request-scope';
import { createWebServer, type WebServer } from './create-web-server';
import { createPageLimit } from './limit-pages';

const handled: (string | undefined)[] = [];
let web: WebServer;
let port = 0;
beforeAll(async () => {
  web = createWebServer({
    handle: async (request, response) => {
      handled.push(request.url);
      if (request.url === '/proxied') {
        response.setHeader('connection', 'keep-alive');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      if (request.url?.startsWith('/failing') && request.headers['x-problem'] === undefined) {
        if (request.url.endsWith('away')) noteApiAway();
        response.statusCode = 500;
      }
      response.end(request.headers['x-problem'] ?? 'a page');
    },
    clientAddress: (_, forwardedFor) => forwardedFor ?? '127.0.0.1',
    inLanguage: (_, answer) => answer(),
    publicUrl: 'https://explorer.example',
    limitPages: createPageLimit({ points: 2, duration: 60 }),
    log: createLog({ name: 'test', level: 'silent' }),
  });
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  const address = web.server.address();
  port = isAddress(address) ? address.port : 0;
});
afterAll(() => {
  web.server.closeAllConnections();
  web.server.close();
});

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  address !== null && typeof address !== 'string';

/** What the server sends until it ends the connection. */
async function send(...lines: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (text) => (answer += String(text)));
  socket.on('error', () => undefined);
  socket.write([...lines, 'host: explorer.example', '', ''].join('\r\n'));
  await once(socket, 'close');
  return answer;
}

test.each(['OPTIONS * HTTP/1.1', 'GET * HTTP/1.1', 'GET http://other.example/a HTTP/1.1'])(
  '%s is refused',
  async (line) => {
    handled.length = 0;
    expect(await send(line, 'connection: close')).toMatch(/^HTTP\/1\.1 400 .*"error":"Bad request"/s);
    expect(handled).toEqual([]);
  },
);

test.each(['//other.example/a', '///other.example/a', '/\\other.example/a'])(
  'a target that names a host is a path: %s',
  async (target) => {
    handled.length = 0;
    await send(`GET ${target} HTTP/1.1`, 'connection: close');
    expect(handled).toEqual(['/other.example/a']);
  },
);

test('a websocket is refused, and its connection ended', async () => {
  handled.length = 0;
  const answer = await send('GET / HTTP/1.1', 'connection: Upgrade', 'upgrade: websocket');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(handled).toEqual([]);
});

const visit = (path: string, address: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'x-forwarded-for': address } });
const statusesOf = async (paths: readonly string[], address: string) => {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await visit(path, address)).status);
  return statuses;
};

test('pages are limited by address, an IPv6 /64 as one, and not files, the API or this machine', async () => {
  expect(await statusesOf(['/a', '/b', '/c'], '198.51.100.1')).toEqual([200, 200, 429]);
  expect(Number((await visit('/d', '198.51.100.1')).headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await statusesOf(['/a'], '198.51.100.2')).toEqual([200]);
  expect(await statusesOf(['/a', '/b'], '2001:db8:1:2::3')).toEqual([200, 200]);
  expect(await statusesOf(['/a'], '2001:db8:1:2:ffff::4')).toEqual([429]);
  const free = ['/_next/static/a.js', '/1/api/v2/blocks', '/api/v2/blocks', '/icon.svg'];
  expect(await statusesOf([...free, ...free], '198.51.100.1')).toEqual(Array(8).fill(200));
  expect(await statusesOf(['/a', '/b', '/c', '/d'], '127.0.0.1')).toEqual([200, 200, 200, 200]);
});

test('every answer forbids guessing its type, and TLS is demanded where the site has it', async () => {
  const { headers } = await visit('/_next/static/a.js', '198.51.100.3');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
});

const statusAndBody = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
  return [answer.status, await answer.text()];
};

test('a page that failed because the API did not answer is 503, even if the API is back by now', async () => {
  expect(await statusAndBody('/failing')).toEqual([200, '500']);
  expect(await statusAndBody('/failing-away')).toEqual([200, '503']);
  expect(await statusAndBody('/failing', { method: 'HEAD' })).toEqual([500, '']);
  expect(await statusAndBody('/failing-away', { method: 'HEAD' })).toEqual([503, '']);
});

test('a stop tells the connection of a proxied response, too, that it is its last', async () => {
  const answered = visit('/proxied', '127.0.0.1');
  await vi.waitFor(() => expect(handled.at(-1)).toBe('/proxied'), { timeout: 60_000 });
  const stopped = web.stop();
  expect((await answered).headers.get('connection')).toBe('close');
  await stopped;
});
