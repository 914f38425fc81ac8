import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { expect, test } from './site';
import { startWebAlone, type WebAlone } from './web-alone';

let api: Server;
let web: WebAlone;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

test.beforeEach(async () => {
  api = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const address = api.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  web = await startWebAlone({ API_URL: `http://127.0.0.1:${port}`, TRUSTED_PROXIES: '10.0.0.0/8' });
});

test.afterEach(async () => {
  await web.stop();
  api.closeAllConnections();
  api.close();
});

test('the API learns who asks from the socket, not from what the client says', async ({ request }) => {
  const seen: unknown[] = [];
  answer = ({ headers }, response) => {
    seen.push(headers['x-forwarded-for'], headers.authorization);
    response.end('{}');
  };
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  expect((await request.get(`${web.url}/api/v2/transactions`, { headers })).status()).toBe(200);
  expect(seen).toEqual(['127.0.0.1', undefined]);
});

test('what has begun is answered before the server ends', async ({ request }) => {
  const arrived = new Promise<ServerResponse>((resolve) => {
    answer = (_, response) => resolve(response);
  });
  const pending = request.get(`${web.url}/api/v2/transactions`);
  const held = await arrived;
  const exit = web.stop();
  await expect(async () => expect(fetch(`${web.url}/readyz`)).rejects.toThrow()).toPass();
  held.end('{"finished":true}');
  expect(await (await pending).json()).toEqual({ finished: true });
  expect(await exit).toEqual([0, null]);
});

test('an API that answers something else is said to be at fault, in words', async ({ request }) => {
  const answers: [number, string, number, string][] = [
    [200, '<html>not an API</html>', 503, 'Data is temporarily unavailable'],
    [200, '{"chains":[]}', 503, 'Data is temporarily unavailable'],
    [401, '{"error":"Unauthorized"}', 503, 'Data is temporarily unavailable'],
    [429, '{"error":"Too many requests"}', 503, 'Data is temporarily unavailable'],
    // as a service without that list, which this site can show
    [404, '{}', 500, 'Something went wrong'],
  ];
  for (const [status, body, shown, title] of answers) {
    answer = (_, response) => response.writeHead(status).end(body);
    const page = await request.get(`${web.url}/1`);
    expect(page.status(), body).toBe(shown);
    expect(await page.text(), body).toContain(title);
  }
});

test('a method that Next fails on is refused', async () => {
  const { hostname, port } = new URL(web.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { hostname, port, method: 'TRACE', path: '/1/api/v2/transactions' };
    send(options, resolve).on('error', reject).end();
  });
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  response.resume();
});
