import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { createJsonRpc, type JsonRpc } from './json-rpc';
import { ageOf, UNPROVEN_MS } from './json-rpc-age';

const INDEXED = {
  head: 100,
  finalized: 50,
  blockHash: async (height: number) => Buffer.alloc(32, height),
};
const hashOf = (height: number) => `0x${height.toString(16).padStart(2, '0').repeat(32)}`;
const HASH = `0x${'5e'.repeat(32)}`;
let asked: string[] = [];
let answer: (method: string) => object = () => ({ result: '0x1' });
let host = '';
let rpc: JsonRpc;

const server = createServer((request, response) => {
  let text = '';
  request.on('data', (part) => {
    text += part;
  });
  request.on('end', () => {
    const given = JSON.parse(text);
    const list = Array.isArray(given) ? given : [given];
    const answers = list.map(({ id, method }) => {
      if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: '0x5' };
      asked.push(method);
      return { jsonrpc: '2.0', id, ...answer(method) };
    });
    response.end(JSON.stringify(Array.isArray(given) ? answers : answers[0]));
  });
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  host = `127.0.0.1:${address.port}`;
  const log = createLog({ name: 'test', level: 'error' });
  rpc = createJsonRpc({ chains: [{ id: 5, rpcUrls: [`http://${host}/v1/secret`] }], log });
});
afterAll(() => server.close());

const ask = (method: string, ...params: unknown[]) => rpc(5, { method, params }, INDEXED);

test('the chain is known without its node', async () => {
  asked = [];
  expect(await ask('eth_chainId')).toEqual({ result: '0x5' });
  expect(await ask('net_version')).toEqual({ result: '5' });
  expect(await ask('web3_clientVersion')).toMatchObject({ error: { code: -32601 } });
  expect(asked).toEqual([]);
});

test('what is final is asked once, what is not again', async () => {
  asked = [];
  const read = async (method: string, ...params: unknown[]) => {
    for (let time = 0; time < 3; time += 1) await ask(method, ...params);
    const times = asked.length;
    asked = [];
    return times;
  };
  const block = { number: '0x32', hash: hashOf(0x32) };
  const mined = { blockNumber: '0x32', blockHash: hashOf(0x32), hash: HASH, transactionHash: HASH };
  answer = (method) => ({ result: method.includes('Block') ? block : mined });
  expect(await read('eth_getTransactionReceipt', HASH)).toBe(1);
  expect(await read('eth_getTransactionByHash', HASH)).toBe(1);
  expect(await read('eth_getBlockByNumber', '0x32', false)).toBe(1);
  answer = () => ({ result: { ...mined, blockNumber: '0x33', blockHash: hashOf(0x33) } });
  expect(await read('eth_getTransactionReceipt', hashOf(1))).toBe(3);
  answer = () => ({ result: { number: '0x33', hash: hashOf(0x33) } });
  expect(await read('eth_getBlockByNumber', '0x33', false)).toBe(3);
  answer = () => ({ result: null });
  expect(await read('eth_getBlockByNumber', '0x31', false)).toBe(3);
  answer = () => ({ result: '0x7' });
  expect(await read('eth_blockNumber')).toBe(1);
});

test('what contradicts the index is not repeated, what only the node says not for long', async () => {
  const result = { number: '0x20', hash: hashOf(0x21), blockNumber: '0x20', blockHash: hashOf(0x21) };
  answer = () => ({ result: { ...result, transactionHash: HASH } });
  await ask('eth_getBlockByNumber', '0x20', false);
  await ask('eth_getTransactionReceipt', hashOf(2));
  answer = () => ({ result: { ...result, hash: hashOf(0x20), blockHash: hashOf(0x20) } });
  expect(await ask('eth_getBlockByNumber', '0x20', false)).toMatchObject({ result: { hash: hashOf(0x20) } });
  // An indexed block under the name of another, which nothing contradicts but the question.
  await ask('eth_getBlockByHash', hashOf(3), false);
  answer = () => ({ result: null });
  expect(await ask('eth_getTransactionReceipt', hashOf(2))).toEqual({ result: null });
  expect(await ask('eth_getBlockByHash', hashOf(3), false)).toEqual({ result: null });
  const prepared = { method: 'eth_getBalance', params: [], block: 50, isHeavy: false } as const;
  expect(await ageOf(prepared, '0x1', INDEXED)).toBe(UNPROVEN_MS);
});

test('an error of the node comes with its data, and without its address', async () => {
  answer = () => ({ error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' } });
  const to = `0x${'a1'.repeat(20)}`;
  expect(await ask('eth_call', { to })).toEqual({
    error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
  });
  answer = () => ({
    error: { code: -32000, message: `upstream http://${host}/v1/secret and ${host} failed at 10.1.2.3:99` },
  });
  const failed = await ask('eth_estimateGas', { to });
  expect(failed).toMatchObject({ error: { code: -32000 } });
  expect(JSON.stringify(failed)).not.toMatch(/127\.0|secret|10\.1/);
});

test('a node that is away or limits the rate is said to be so, with when to ask again', async () => {
  answer = () => ({ error: { code: 429, message: 'rate limit of key secret' } });
  expect(await ask('eth_getCode', `0x${'a1'.repeat(20)}`)).toEqual({
    error: { code: -32002, message: 'The node did not answer in time' },
    retryMs: expect.any(Number),
  });
  const none = createJsonRpc({ chains: [], log: createLog({ name: 'test', level: 'silent' }) });
  expect(await none(5, { method: 'eth_blockNumber', params: [] }, INDEXED)).toMatchObject({
    retryMs: null,
  });
});
