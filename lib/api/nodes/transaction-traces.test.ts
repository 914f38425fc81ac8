import { expect, test, vi } from 'vitest';
import { bufferToHex } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { serveNode } from '@/test/support/serve-node';
import { createTransactionTraces } from './transaction-traces';

const log = createLog({ name: 'test', level: 'silent' });
const CHAIN_ID = 7;
const HEAVY = Buffer.alloc(32, 0xaa);
const LIGHT = Buffer.alloc(32, 0xbb);

const ALICE = Buffer.alloc(20, 0xa1);
const signed = { from_address: ALICE, to_address: ALICE, value: '5', created_contract: null };
const ofHash = (hash: Buffer) => ({ row: { ...signed, hash, status: 1 as const }, isProven: true });
const outermost = (value: string) => {
  const action = { from: bufferToHex(ALICE), to: bufferToHex(ALICE), value, callType: 'call' };
  return [{ type: 'call', action, traceAddress: [], subtraces: 0 }];
};

/** A node that fails at traces of the heavy transaction, and, when it is away, at everything. */
async function startNode() {
  const node = { isAway: false, traced: 0, heads: 0, url: '' };
  node.url = await serveHttp((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const isTrace = text.includes('trace');
      if (isTrace) node.traced += 1;
      else node.heads += 1;
      if (node.isAway || (isTrace && text.includes(HEAVY.toString('hex'))))
        return response.writeHead(503).end();
      const trace = { type: 'call', action: {}, traceAddress: [], subtraces: 0 };
      const { id } = JSON.parse(text);
      return response.end(
        JSON.stringify({ jsonrpc: '2.0', id, result: isTrace ? [trace] : `0x${CHAIN_ID}` }),
      );
    });
  });
  return node;
}

test('a transaction that is too much for the node rests alone; a node that is gone rests for all', async () => {
  const node = await startNode();
  const traces = createTransactionTraces({ chains: [{ id: CHAIN_ID, rpcUrls: [node.url] }], log });
  const ask = (hash: Buffer) => traces.calls(CHAIN_ID, ofHash(hash));
  const rested = { kind: 'unavailable', why: 'cooldown', retryMs: expect.any(Number) };
  expect(await ask(HEAVY)).toMatchObject({ kind: 'unavailable', why: 'late' });
  expect((await ask(LIGHT)).kind).not.toBe('unavailable');
  const { traced } = node;
  expect(await ask(HEAVY)).toEqual(rested);
  expect(node.traced).toBe(traced);

  node.isAway = true;
  const { heads } = node;
  expect(await ask(Buffer.alloc(32, 0xcc))).toMatchObject({ kind: 'unavailable', why: 'late' });
  await expect.poll(() => node.heads).toBe(heads + 1);
  node.isAway = false;
  let requests = 0;
  // another one each time, because answers are cached
  await expect.poll(() => ask(Buffer.alloc(32, ++requests))).toEqual(rested);
  const last = node.traced;
  expect(await ask(Buffer.alloc(32, 0xee))).toEqual(rested);
  expect(node.traced).toBe(last);
});

test('more than may be with the node at once is not sent, and says when to ask again', async () => {
  const node = await startNode();
  const traces = createTransactionTraces({ chains: [{ id: CHAIN_ID, rpcUrls: [node.url] }], log });
  const hashes = Array.from({ length: 5 }, (_, at) => Buffer.alloc(32, at + 1));
  const answers = await Promise.all(hashes.map((hash) => traces.calls(CHAIN_ID, ofHash(hash))));
  expect(answers.map(({ kind }) => kind)).toEqual([...Array(4).fill('answered'), 'unavailable']);
  expect(answers[4]).toEqual({ kind: 'unavailable', why: 'busy', retryMs: 1_000 });
  expect(node.traced).toBe(4);
});

test('more than the node is asked in a second is not sent, and says when to ask again', async () => {
  const node = await startNode();
  const traces = createTransactionTraces({ chains: [{ id: CHAIN_ID, rpcUrls: [node.url] }], log });
  const clock = vi.spyOn(performance, 'now').mockReturnValue(7_400);
  const ask = (at: number) => traces.calls(CHAIN_ID, ofHash(Buffer.alloc(32, at)));
  for (let at = 1; at <= 20; at += 1) expect((await ask(at)).kind).toBe('answered');
  expect(await ask(21)).toEqual({ kind: 'unavailable', why: 'busy', retryMs: 600 });
  expect(node.traced).toBe(20);
  clock.mockReturnValue(8_000);
  expect((await ask(22)).kind).toBe('answered');
  clock.mockRestore();
});

test('a trace that contradicts the proven transaction is fetched from another endpoint, or invalid', async () => {
  const [liar, honest] = [
    await serveNode(
      () => 7,
      () => outermost('0x6'),
    ),
    await serveNode(
      () => 7,
      () => outermost('0x5'),
    ),
  ];
  const tracesOf = (...rpcUrls: string[]) =>
    createTransactionTraces({ chains: [{ id: CHAIN_ID, rpcUrls }], log });
  const both = tracesOf(liar.url, honest.url);
  const answer = await both.calls(CHAIN_ID, ofHash(LIGHT));
  expect(answer).toMatchObject({ value: [{ action: { value: '0x5' } }] });
  expect(answer).not.toHaveProperty('invalid');
  await both.calls(CHAIN_ID, ofHash(HEAVY));
  expect(liar.asked).toHaveLength(1);
  const alone = tracesOf(liar.url);
  const invalid = { reason: expect.stringContaining('another value'), isIncorrect: true };
  expect(await alone.calls(CHAIN_ID, ofHash(LIGHT))).toMatchObject({ invalid });
  const unproven = await alone.calls(CHAIN_ID, { ...ofHash(LIGHT), isProven: false });
  expect(unproven).not.toHaveProperty('invalid');
});
