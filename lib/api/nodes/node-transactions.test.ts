import { expect, test } from 'vitest';
import { z } from 'zod';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { makeProvableBlock } from '@/test/support/provable-block';
import { serveNode } from '@/test/support/serve-node';
import { createNodeTransactions } from './node-transactions';

const log = createLog({ name: 'test', level: 'silent' });
const CHAIN_ID = 7;

const startNode = (result: unknown) =>
  serveNode(
    () => CHAIN_ID,
    () => result,
  );

const finderOf = (url: string) => createNodeTransactions({ chains: [{ id: CHAIN_ID, rpcUrls: [url] }], log });

const hashOf = (number: number) => {
  const hash = Buffer.alloc(32);
  hash.writeUInt32BE(number);
  return hash;
};

test('all who ask for one transaction at the same time ask the node once', async () => {
  const node = await startNode(null);
  const find = finderOf(node.url);
  const answers = await Promise.all(Array.from({ length: 20 }, () => find(CHAIN_ID, hashOf(1))));
  expect(new Set(answers)).toEqual(new Set([undefined]));
  expect(node.asked).toHaveLength(1);
});

test('whoever invents hashes makes us ask few at once, and few in a second', async () => {
  const node = await startNode(null);
  const find = finderOf(node.url);
  await Promise.all(Array.from({ length: 150 }, (_, number) => find(CHAIN_ID, hashOf(number))));
  expect(node.asked.length).toBeLessThanOrEqual(8);
  const begun = Math.floor(Date.now() / 1_000);
  for (let number = 1_000; number < 1_200; number += 1) await find(CHAIN_ID, hashOf(number));
  const seconds = Math.floor(Date.now() / 1_000) - begun + 1;
  expect(node.asked.length).toBeLessThanOrEqual(8 + 20 * seconds);
});

test('a node that lies knows nothing; one that is gone, or of another chain, did not answer', async () => {
  const lying = await startNode({ hash: '0x12', from: 7 });
  expect(await finderOf(lying.url)(CHAIN_ID, hashOf(1))).toBeUndefined();
  const other = await startNode({ hash: `0x${'00'.repeat(32)}`, from: `0x${'00'.repeat(20)}` });
  expect(await finderOf(other.url)(CHAIN_ID, hashOf(2))).toBeUndefined();
  expect(await finderOf('http://127.0.0.1:1')(CHAIN_ID, hashOf(1))).toMatchObject({ why: 'late' });
  const { length } = other.asked;
  expect(await finderOf(other.url)(99, hashOf(1))).toMatchObject({ why: 'absent' });
  expect(other.asked).toHaveLength(length);
});

test('a transaction whose hash or sender does not follow from its fields is not shown', async () => {
  const { block } = await makeProvableBlock(5);
  const [deposit, signed] = ['0x7e', '0x2'].map((type) =>
    z
      .array(z.looseObject({ hash: z.string(), type: z.string() }))
      .parse(block.transactions)
      .find((one) => one.type === type),
  );
  const find = async (answer: object | undefined) => {
    const pending = { ...answer, blockHash: null };
    const node = await serveNode(
      () => CHAIN_ID,
      () => pending,
    );
    return finderOf(node.url)(CHAIN_ID, hexToBuffer(String(signed?.hash)));
  };
  expect(await find(signed)).toMatchObject({ mined: null });
  expect(await find({ ...signed, value: '0xfffffffffffffffff' })).toBeUndefined();
  expect(await find({ ...signed, from: `0x${'ab'.repeat(20)}` })).toBeUndefined();
  expect(await find({ ...signed, r: '0x0' })).toBeUndefined();
  expect(await find({ ...deposit, hash: signed?.hash })).toBeUndefined();
  const other = await serveNode(
    () => CHAIN_ID,
    () => ({ ...signed, blockHash: null, value: '0x99' }),
  );
  const honest = await serveNode(
    () => CHAIN_ID,
    () => ({ ...signed, blockHash: null }),
  );
  const both = createNodeTransactions({ chains: [{ id: CHAIN_ID, rpcUrls: [other.url, honest.url] }], log });
  expect(await both(CHAIN_ID, hexToBuffer(String(signed?.hash)))).toMatchObject({ mined: null });
});

test('a transaction whose receipt the node does not have yet is known, but cannot be told', async () => {
  const { block } = await makeProvableBlock(5);
  const signed = z.array(z.looseObject({ hash: z.string(), type: z.string() })).parse(block.transactions);
  const [one] = signed.filter(({ type }) => type === '0x2');
  const node = await serveNode(
    () => CHAIN_ID,
    (method) => (method === 'eth_getTransactionByHash' ? { ...one, blockHash: block.hash } : null),
  );
  expect(await finderOf(node.url)(CHAIN_ID, hexToBuffer(String(one?.hash)))).toMatchObject({
    kind: 'unavailable',
    retryMs: 1_000,
  });
});

test('a node that answers with an error does not say that there is no such transaction', async () => {
  let isBusy = true;
  const node = await serveNode(
    () => CHAIN_ID,
    () => null,
    () => (isBusy ? { code: -32000, message: 'server busy' } : undefined),
  );
  const find = finderOf(node.url);
  expect(await find(CHAIN_ID, hashOf(1))).toMatchObject({ kind: 'unavailable', retryMs: 1_000 });
  isBusy = false;
  expect(await find(CHAIN_ID, hashOf(1))).toBeUndefined();
});
