import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { getTokenInstanceTransfersCount } from '@/lib/endpoints/token';
import { hasErrorCode } from '@/lib/errors';
import { call, callExtra, callOrReason, callUnlessRejected, getJson } from './call';

// The client reads its configuration once; another file of this worker may have done so.
vi.hoisted(() => vi.resetModules());

const HASH = `0x${'ab'.repeat(32)}`;
const TOKEN = `0x${'cd'.repeat(20)}`;
const COUNT = { chain: '1', params: { address_hash_param: TOKEN, token_id_param: '7' } };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vi.stubEnv('API_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  vi.stubEnv('API_KEY', 'server-key');
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = (_, response) => response.end('{}');
});

const send = (status: number, body: string) => {
  answer = (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'an answer',
    (error: unknown) =>
      hasErrorCode(error, 'api_unreachable')
        ? 'api_unreachable'
        : hasErrorCode(error, 'api_answer')
          ? 'api_answer'
          : 'another error',
  );

test('asks the path of the endpoint with the key and gives the parsed answer', async () => {
  const seen: (string | undefined)[] = [];
  answer = (request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.end('{"transfers_count":3}');
  };
  expect(await call(getTokenInstanceTransfersCount, COUNT)).toEqual({ transfers_count: 3 });
  expect(seen).toEqual([`/1/api/v2/tokens/${TOKEN}/instances/7/transfers-count`, 'Bearer server-key']);
});

test('a call that came too soon is repeated when the API says, one for which it would be long is not', async () => {
  let calls = 0;
  const refuseFirst = (count: number, retryAfter: string) => {
    calls = 0;
    answer = (_, response) => {
      calls += 1;
      if (calls > count) response.end('{"transfers_count":3}');
      else response.writeHead(429, { 'retry-after': retryAfter }).end('{"error":"Too many requests"}');
    };
  };
  refuseFirst(2, '1');
  expect(await call(getTokenInstanceTransfersCount, COUNT)).toEqual({ transfers_count: 3 });
  expect(calls).toBe(3);
  refuseFirst(1, '30');
  expect(await codeOf(call(getTokenInstanceTransfersCount, COUNT))).toBe('api_unreachable');
  expect(calls).toBe(1);
  refuseFirst(9, '1');
  expect(await codeOf(call(getTokenInstanceTransfersCount, COUNT))).toBe('api_unreachable');
  expect(calls).toBe(4);
});

test('what the API does not know is a value', async () => {
  send(404, '{"message":"Not found"}');
  expect(await call(getTokenInstanceTransfersCount, COUNT)).toBeUndefined();
});

test('integers of 256 bits arrive with every digit', async () => {
  const largest = 2n ** 256n - 1n;
  const operation = `{"log_index":0,"block_number":1,"operation":"TrivialEncrypt","type":"encryption",
    "fhe_type":"Uint256","is_scalar":false,"inputs":{"plaintext":${largest}},"result":"${HASH}",
    "hcu_cost":32,"hcu_depth":32,"caller":null}`;
  send(200, `{"items":[${operation}],"total_hcu":32,"max_depth_hcu":32,"operation_count":1}`);
  const page = await call(listTransactionFheOperations, {
    chain: '1',
    params: { transaction_hash_param: HASH },
  });
  expect(page?.items[0]?.inputs.plaintext).toBe(largest);
});

test('an answer of another form, no JSON and a refusal are told apart from silence', async () => {
  send(200, '{"transfers_count":"three"}');
  expect(await codeOf(call(getTokenInstanceTransfersCount, COUNT))).toBe('api_answer');
  send(200, '<html>');
  expect(await codeOf(call(getIndexingStatus, { chain: '1', params: {} }))).toBe('api_answer');
  send(500, '{"error":"Internal server error"}');
  expect(await codeOf(getJson('/'))).toBe('api_answer');
  for (const status of [401, 402, 403, 429]) {
    send(status, '{"error":"Unauthorized"}');
    expect(await codeOf(callExtra(getIndexingStatus, { chain: '1', params: {} }))).toBe('api_unreachable');
  }
  answer = (request) => request.socket.destroy();
  expect(await codeOf(getJson('/'))).toBe('api_unreachable');
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{');
    response.destroy();
  };
  expect(await codeOf(getJson('/'))).toBe('api_unreachable');
});

test('only a request that is not valid is no answer where a filter may be rejected', async () => {
  for (const status of [400, 422]) {
    send(status, '{"errors":[]}');
    expect(await callUnlessRejected(getTokenInstanceTransfersCount, COUNT)).toBeUndefined();
    expect(await callExtra(getTokenInstanceTransfersCount, COUNT)).toBeUndefined();
    expect(await callOrReason(getTokenInstanceTransfersCount, COUNT)).toHaveProperty('reason');
  }
  for (const status of [500, 503]) {
    send(status, '{"error":"Internal server error"}');
    expect(await codeOf(callUnlessRejected(getTokenInstanceTransfersCount, COUNT))).toBe('api_answer');
  }
});

test('a redirect is not followed: the key must not reach another server', async () => {
  answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
  expect(await codeOf(getJson('/'))).toBe('api_unreachable');
});

test('a call that takes too long leaves others the time that a page has', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const quicker = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
  try {
    answer = () => undefined;
    expect(await codeOf(getJson('/'))).toBe('api_unreachable');
    answer = (_, response) => setTimeout(() => response.end('{}'), 100);
    expect(await codeOf(getJson('/'))).toBe('an answer');
  } finally {
    quicker.mockRestore();
  }
});
