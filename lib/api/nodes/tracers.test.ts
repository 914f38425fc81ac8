import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { createFailureTraces } from './tracers';

const CHAIN_ID = 7;

/** A node that answers traces with an error, and what it was asked. */
async function startNode(message: string) {
  const traced: unknown[] = [];
  const url = await serveHttp((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => {
      const { id, method, params } = JSON.parse(text);
      const isTrace = method === 'debug_traceTransaction';
      if (isTrace) traced.push(params[1]);
      const answer = isTrace ? { error: { code: -32000, message } } : { result: `0x${CHAIN_ID}` };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  const log = createLog({ name: 'test', level: 'silent' });
  const traces = createFailureTraces({ chains: [{ id: CHAIN_ID, rpcUrls: [url] }], log });
  return { traced, ask: () => traces(CHAIN_ID, Buffer.alloc(32, 0xaa)) };
}

test('a node whose tracer ran out of time was late, and is left alone', async () => {
  const { traced, ask } = await startNode('execution timeout');
  expect(await ask()).toMatchObject({ kind: 'unavailable', why: 'late' });
  expect(await ask()).toMatchObject({ kind: 'unavailable', why: 'cooldown' });
  expect(traced).toEqual([expect.objectContaining({ timeout: '18000ms' })]);
});

test('a node that refuses is not asked again at once', async () => {
  const { traced, ask } = await startNode('tracer not found');
  expect(await ask()).toEqual({ kind: 'refused' });
  expect(await ask()).toEqual({ kind: 'refused' });
  expect(traced).toHaveLength(1);
});
