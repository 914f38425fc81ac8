import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { createCoinBalances } from './coin-balances';

const log = createLog({ name: 'test', level: 'silent' });
const WHO = Buffer.alloc(20, 1);

/** A node that counts what it is asked; `undefined` is no answer at all. */
async function startNode(answer: (method: string) => unknown) {
  const requests: string[] = [];
  const url = await serveHttp((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const body = JSON.parse(text);
      const questions: { id: number; method: string }[] = Array.isArray(body) ? body : [body];
      const answers = questions.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: answer(method) }));
      requests.push(...questions.map(({ method }) => method));
      if (answers.some(({ result }) => result === undefined)) return;
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    });
  });
  return { asked: requests, chain: { rpcUrls: [url] } };
}

test('a balance is asked once for all who want it at the same time', async () => {
  const node = await startNode((method) => (method === 'eth_chainId' ? '0x7' : '0x10'));
  const balances = createCoinBalances({ chains: [{ id: undefined, ...node.chain }], log });
  expect(await Promise.all([balances(7, WHO, 5), balances(7, WHO, 5)])).toEqual([16n, 16n]);
  expect(await balances(7, WHO, 5)).toBe(16n);
  expect(node.asked).toEqual(['eth_chainId', 'eth_getBalance']);
});

test('a node of another chain is not asked for balances', async () => {
  const node = await startNode((method) => (method === 'eth_chainId' ? '0x7' : '0x10'));
  const balances = createCoinBalances({ chains: [{ id: undefined, ...node.chain }], log });
  expect(await balances(8, WHO, 'latest')).toBeUndefined();
  const named = createCoinBalances({ chains: [{ id: 9, ...node.chain }], log });
  expect(await named(7, WHO, 'latest')).toBeUndefined();
  expect(node.asked).toEqual(['eth_chainId']);
});

test('a silent node is asked once, a lying one nothing but the figure', async () => {
  const silent = await startNode(() => undefined);
  const balances = createCoinBalances({ chains: [{ id: 7, ...silent.chain }], log });
  expect(await balances(7, WHO, 1)).toBeUndefined();
  expect(await balances(7, WHO, 2)).toBeUndefined();
  expect(silent.asked).toEqual(['eth_getBalance']);
  const lying = await startNode(() => '0xzz');
  const fromLying = createCoinBalances({ chains: [{ id: 7, ...lying.chain }], log });
  expect(await fromLying(7, WHO, 1)).toBeUndefined();
});
