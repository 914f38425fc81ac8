import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { createWebServer, type WebServer } from './create-web-server';

const handled: (string | undefined)[] = [];
let web: WebServer;
let port = 0;
beforeAll(async () => {
  web = createWebServer({
    handle: async (request, response) => {
      handled.push(request.url);
      response.end('a page');
    },
    clientAddress: () => '192.0.2.1',
    log: createLog({ name: 'test', level: 'silent' }),
  });
  web.server.listen(0, '127.0.0.1');
  await once(web.server, 'listening');
  const address = web.server.address();
  port = isAddress(address) ? address.port : 0;
});
afterAll(() => web.stop());

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
