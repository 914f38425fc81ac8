import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { callContract } from './call-contract';

// The client reads its configuration once; another file of this worker may have done so.
vi.hoisted(() => vi.resetModules());

const CALL = { to: '0x01', data: '0x02', block: 'latest' };
let stop: (() => void) | undefined;

async function answer(status: number, body: string): Promise<unknown[]> {
  const asked: unknown[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url, JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close();
  const address = server.address();
  vi.stubEnv('API_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  return asked;
}

afterEach(() => {
  stop?.();
  vi.unstubAllEnvs();
});

test('calls are one batch; answers are told apart by their IDs', async () => {
  const answers = [
    { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted', data: '0x08' } },
    { jsonrpc: '2.0', id: 0, result: '0xff' },
  ];
  const asked = await answer(200, JSON.stringify(answers));
  expect(await callContract('7', [CALL, { ...CALL, from: '0x03' }, CALL])).toEqual({
    outcomes: [
      { output: '0xff' },
      { message: 'reverted', data: '0x08' },
      { message: 'There was no answer.', data: undefined },
    ],
  });
  expect(asked).toMatchObject([
    '/7/json-rpc',
    [
      { id: 0, method: 'eth_call', params: [{ to: '0x01', data: '0x02' }, 'latest'] },
      { id: 1, params: [{ to: '0x01', data: '0x02', from: '0x03' }, 'latest'] },
      { id: 2 },
    ],
  ]);
});

test.each([
  [404, '{"error":"Not found"}', 'This API does not execute contract calls.'],
  [200, '<html>', 'This API does not execute contract calls.'],
  [200, '[{"id":0,"result":"no hex"}]', 'This API does not execute contract calls.'],
  [429, '{}', 'The API is receiving too many requests. Try again in a few seconds.'],
])('a status %s with %s is a sentence', async (status, body, refusal) => {
  await answer(status, body);
  expect(await callContract('7', [CALL])).toEqual({ refusal });
});
