import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveHttp } from '@/test/support/http-server';
import { until } from '@/test/support/until';
import { createFailureTraces, createStepTraces } from './tracers';

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

test('of a trace of a million steps that a node lists, no more is read than is bounded', async () => {
  const step = {
    pc: 7,
    op: 'JUMPDEST',
    gas: 100,
    depth: 1,
    stack: Array(12).fill('0'.repeat(64)),
    memory: [],
  };
  const [line, steps] = [`${JSON.stringify(step)},`.repeat(1_000), 1_000_000];
  let sent = 0;
  const to = `0x${'ab'.repeat(20)}`;
  const url = await serveHttp(async (request, response): Promise<unknown> => {
    const { id, method, params } = JSON.parse(await text(request));
    const answer = (fields: object) => response.end(JSON.stringify({ jsonrpc: '2.0', id, ...fields }));
    if (method === 'eth_chainId') return answer({ result: `0x${CHAIN_ID}` });
    if (method === 'eth_getTransactionByHash') return answer({ result: { to, input: '0x' } });
    if (params[1].tracer) return answer({ error: { code: -32000, message: 'JS Tracer is not enabled' } });
    const list = function* () {
      yield `{"jsonrpc":"2.0","id":${id},"result":{"failed":false,"returnValue":"","structLogs":[`;
      for (sent = 0; sent < steps; sent += 1_000) yield line;
      yield `${JSON.stringify(step)}]}}`;
    };
    return Readable.from(list()).pipe(response);
  });
  const log = createLog({ name: 'test', level: 'silent' });
  const options = { chains: [{ id: CHAIN_ID, rpcUrls: [url] }], log };
  const hash = Buffer.alloc(32, 0xaa);
  const traces = createStepTraces(options);
  const ask = () => traces(CHAIN_ID, hash, { step: 1_000, before: 0, after: 1, memoryFrom: 0 });
  await until('the trace', async () => (await ask()).kind === 'answered');
  const answer = await ask();
  expect(answer).toMatchObject({ value: { isCut: true, steps: [{ pc: 7 }, { pc: 7 }] } });
  // fewer where they take too long
  expect(answer.kind === 'answered' && answer.value.total).toBeLessThanOrEqual(250_000);
  expect(sent).toBeLessThan(steps);
  const failures = createFailureTraces(options);
  await until('the failure', async () => (await failures(CHAIN_ID, hash)).kind === 'large');
}, 90_000);
