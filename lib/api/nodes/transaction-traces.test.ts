import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { createTransactionTraces } from './transaction-traces';

const log = createLog({ name: 'test', level: 'silent' });
const CHAIN_ID = 7;
const HEAVY = Buffer.alloc(32, 0xaa);
const LIGHT = Buffer.alloc(32, 0xbb);

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
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: isTrace ? [trace] : '0x1' }));
    });
  });
  return node;
}

test('a transaction that is too much for the node rests alone; a node that is gone rests for all', async () => {
  const node = await startNode();
  const traces = createTransactionTraces({ chains: [{ id: CHAIN_ID, rpcUrls: [node.url] }], log });
  const kindOf = async (hash: Buffer) => (await traces.calls(CHAIN_ID, hash)).kind;
  expect(await kindOf(HEAVY)).toBe('silent');
  expect(await kindOf(LIGHT)).not.toBe('silent');
  const { traced } = node;
  expect(await kindOf(HEAVY)).toBe('silent');
  expect(node.traced).toBe(traced);

  node.isAway = true;
  const { heads } = node;
  expect(await kindOf(Buffer.alloc(32, 0xcc))).toBe('silent');
  await expect.poll(() => node.heads).toBe(heads + 1);
  node.isAway = false;
  const before = node.traced;
  await expect.poll(() => kindOf(Buffer.alloc(32, 0xdd))).toBe('silent');
  const last = node.traced;
  expect(await kindOf(Buffer.alloc(32, 0xee))).toBe('silent');
  expect(node.traced).toBe(last);
  expect(last - before).toBeLessThanOrEqual(1);
});
