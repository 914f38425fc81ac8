import { getEventListeners, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRpc } from './client';

let node: Server;
let url: string;
let bodies: string[];
let isSilent: boolean;
/** Errors to answer with first, one per request. */
let refusals: { code: number; message: string }[];
const warnings: string[] = [];
const note = (warning: Error) => warnings.push(warning.message);

beforeEach(async () => {
  bodies = [];
  isSilent = false;
  refusals = [];
  node = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    if (isSilent) return;
    const payload: unknown = JSON.parse(body);
    const answer = (one: unknown) => {
      const error = refusals.shift();
      return { jsonrpc: '2.0', ...(error ? { error } : { result: '0x1' }), ...idOf(one) };
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(Array.isArray(payload) ? payload.map(answer) : answer(payload)));
  });
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  const bound = node.address();
  url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  process.on('warning', note);
});
afterEach(() => {
  process.off('warning', note);
  node.close();
  node.closeAllConnections();
});

function idOf(request: unknown): { id?: unknown } {
  return typeof request === 'object' && request !== null && 'id' in request ? { id: request.id } : {};
}

test('thousands of requests leave nothing on the signal that ends them', async () => {
  const { signal } = new AbortController();
  const rpc = createRpc({ urls: [url], signal });
  for (let round = 0; round < 64; round += 1) {
    const requests = Array.from({ length: 25 }, () => rpc.request('eth_blockNumber', []));
    expect(await Promise.all(requests)).toEqual(Array(25).fill('0x1'));
    expect(getEventListeners(signal, 'abort').length).toBeLessThan(10);
  }
  expect(warnings).toEqual([]);
});

test('small questions still travel together', async () => {
  const rpc = createRpc({ urls: [url], signal: new AbortController().signal });
  await Promise.all(Array.from({ length: 50 }, (_, at) => rpc.request('eth_getCode', [`0x${at}`, 'latest'])));
  expect(bodies).toHaveLength(1);
});

test('an aborted signal ends what is waiting at once, and what comes after it', async () => {
  isSilent = true;
  const stopping = new AbortController();
  const rpc = createRpc({ urls: [url], signal: stopping.signal });
  const requests = [rpc.request('eth_blockNumber', []), rpc.request('eth_getCode', ['0x1', 'latest'])];
  const ended = Promise.allSettled(requests);
  stopping.abort();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(rpc.request('eth_blockNumber', [])).rejects.toThrow();
});

test('a node that does not answer in time is said to be out of reach', async () => {
  isSilent = true;
  const rpc = createRpc({ urls: [url], timeoutMs: 100, retries: 0 });
  await expect(rpc.request('eth_blockNumber', [])).rejects.toThrow(/no answer in time/);
});

const MISSING = { code: -32601, message: 'the method does not exist/is not available' };

test.each([
  ['eth_blockNumber', -32601],
  ['eth_chainId', -32600],
  ['eth_getBlockByNumber', -32004],
  ['eth_getTransactionReceipt', -32601],
])('a node that once denies %s is asked for it again', async (method, code) => {
  const rpc = createRpc({ urls: [url], retries: 0 });
  refusals = [{ ...MISSING, code }];
  await expect(rpc.request(method, [])).rejects.toMatchObject({ retryable: true });
  expect(await rpc.request(method, [])).toBe('0x1');
});

test('a method that a node lacks is left alone for minutes, and then tried again', async () => {
  let now = 1_000;
  const rpc = createRpc({ urls: [url], now: () => now });
  refusals = [MISSING];
  const request = () => rpc.request('debug_traceBlockByNumber', ['0x1', {}]);
  await expect(request()).rejects.toMatchObject({ refusal: 'missing' });
  now += 4 * 60_000;
  await expect(request()).rejects.toMatchObject({ refusal: 'missing' });
  expect(bodies).toHaveLength(1);
  now += 60_001;
  expect(await request()).toBe('0x1');
});

test('what a node refuses for the moment is tried again, a few times', async () => {
  const lagging = { code: -32000, message: 'header not found' };
  const rpc = createRpc({ urls: [url] });
  refusals = [lagging, lagging];
  expect(await rpc.request('eth_call', [{}, 'latest'])).toBe('0x1');
  refusals = [lagging, lagging, lagging];
  await expect(rpc.request('eth_call', [{}, 'latest'])).rejects.toMatchObject({ refusal: 'transient' });
  expect(bodies).toHaveLength(6);
  refusals = [{ code: -32000, message: 'historical state is not available' }];
  await expect(rpc.request('eth_call', [{}, 'latest'])).rejects.toMatchObject({ refusal: 'refused' });
  expect(bodies).toHaveLength(7);
});

test('what a range of blocks cannot do without is tried again more often, also where a node that is away is not', async () => {
  const internal = { code: -32603, message: 'internal error' };
  const rpc = createRpc({ urls: [url], noAnswerRetries: 0 });
  refusals = [internal, internal, internal, internal];
  expect(await rpc.request('eth_getBlockByNumber', ['0x1', true])).toBe('0x1');
  expect(bodies).toHaveLength(5);
  const away = createServer((_request, response) => response.writeHead(503).end()).listen(0, '127.0.0.1');
  await once(away, 'listening');
  const asked: unknown[] = [];
  away.on('request', () => asked.push(1));
  const bound = away.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const request = createRpc({ urls: [`http://127.0.0.1:${port}`], noAnswerRetries: 0 });
  await expect(request.request('eth_blockNumber', [])).rejects.toMatchObject({ code: 'node_unreachable' });
  expect(asked).toHaveLength(1);
  away.close();
});

test('what is not worth waiting for is asked once', async () => {
  const rpc = createRpc({ urls: [url] });
  refusals = [{ code: -32603, message: 'internal error' }];
  const asked = rpc.request('web3_clientVersion', [], { isOnce: true });
  await expect(asked).rejects.toMatchObject({ refusal: 'transient' });
  expect(bodies).toHaveLength(1);
});

test('of two endpoints one that hangs is given a short try, and left out by those that follow', async () => {
  const hung = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(hung, 'listening');
  const bound = hung.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  // A whole try would outlast the test.
  const rpc = createRpc({ urls: [`http://127.0.0.1:${port}`, url], timeoutMs: 4 * 1_000, retries: 0 });
  const [first, second] = [
    await rpc.request('eth_blockNumber', []),
    await rpc.request('eth_blockNumber', []),
  ];
  hung.closeAllConnections();
  hung.close();
  expect([first, second]).toEqual(['0x1', '0x1']);
  expect(rpc.health()).toMatchObject([
    { benches: 1, failures: 1, lastAnswerAt: null, reason: expect.stringContaining('no answer in time') },
    { benches: 0, failures: 0 },
  ]);
});

test.each([
  ['31536000', 30_000],
  ['0', 0],
  ['7', 7_000],
  ['soon', 0],
  [new Date(Date.now() + 365 * 86_400_000).toUTCString(), 30_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
])('Retry-After: %s is a wait of %i ms', async (header, ms) => {
  const limited = createServer((_, response) => response.writeHead(429, { 'retry-after': header }).end());
  limited.listen(0, '127.0.0.1');
  await once(limited, 'listening');
  const bound = limited.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  const rpc = createRpc({ urls: [`http://127.0.0.1:${port}`], retries: 0 });
  await expect(rpc.request('eth_blockNumber', [])).rejects.toMatchObject({ retryAfterMs: ms });
  limited.close();
});

test('a node that takes five calls in a batch is sent batches of five, not single calls', async () => {
  const sizes: number[] = [];
  const picky = createServer(async (request, response) => {
    const payload: unknown = JSON.parse(await text(request));
    const calls = Array.isArray(payload) ? payload : [payload];
    sizes.push(calls.length);
    const error = { code: -32005, message: 'batch limit exceeded' };
    const answers = calls.map((call) => ({ jsonrpc: '2.0', result: '0x', ...idOf(call) }));
    const answer = calls.length > 5 ? { jsonrpc: '2.0', id: null, error } : answers;
    response.end(JSON.stringify(Array.isArray(payload) ? answer : answers[0]));
  });
  picky.listen(0, '127.0.0.1');
  await once(picky, 'listening');
  const bound = picky.address();
  const rpc = createRpc({ urls: [`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`] });
  const ask = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, at) => rpc.request('eth_getCode', [`0x${at}`, 'latest'])));
  expect(await ask(100)).toEqual(Array(100).fill('0x'));
  await ask(20);
  sizes.length = 0;
  await ask(20);
  expect(sizes).toEqual([5, 5, 5, 5]);
  picky.close();
  picky.closeAllConnections();
});

test('a node that refuses for the rate is asked as often as it allows, without a storm', async () => {
  let [second, answered, refused] = [0, 0, 0];
  const limited = createServer(async (request, response) => {
    await text(request);
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, answered] = [now, 0];
    answered += 1;
    const isRefused = answered > 20;
    refused += Number(isRefused);
    response.writeHead(isRefused ? 429 : 200).end(isRefused ? '' : '{"jsonrpc":"2.0","id":1,"result":"0x1"}');
  });
  limited.listen(0, '127.0.0.1');
  await once(limited, 'listening');
  const bound = limited.address();
  const rpc = createRpc({ urls: [`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`] });
  const answers = await Promise.all(Array.from({ length: 120 }, () => rpc.request('eth_blockNumber', [])));
  expect(answers).toEqual(Array(120).fill('0x1'));
  expect(rpc.health()[0]?.callsPerSecond).toBeGreaterThan(5);
  // What was in flight when the first was refused, and raises of the limit.
  expect(refused).toBeLessThan(60);
  limited.close();
  limited.closeAllConnections();
});
