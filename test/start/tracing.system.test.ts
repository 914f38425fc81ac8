import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { findFreePort } from '@/lib/free-port';
import { provideDatabase } from '../support/database';
import { type Program, startProgram } from '../support/programs';
import { type SharedChain, shareTestChain } from '../support/shared-chain';
import { until } from '../support/until';

const CHAIN_ID = 31_337;
const value = z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() });
const attributes = z
  .array(z.object({ key: z.string(), value }))
  .transform((list) => new Map(list.map((one) => [one.key, one.value.stringValue ?? one.value.intValue])));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
});
/** OTLP/HTTP in JSON, as far as the test reads it. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});
type Span = z.output<typeof span> & { service: unknown };

const database = await provideDatabase();
const received: Span[] = [];
const collector = createServer(async (request, response) => {
  const { resourceSpans } = exported.parse(await json(request));
  for (const { resource, scopeSpans } of resourceSpans)
    for (const { spans } of scopeSpans)
      received.push(...spans.map((one) => ({ ...one, service: resource.attributes.get('service.name') })));
  response.end('{}');
});
let chain: SharedChain;
let programs: Program[] = [];
let site = '';
beforeAll(async () => {
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()];
  const [web = 0, api = 0, otlp = 0] = ports;
  collector.listen(otlp, '127.0.0.1');
  chain = await shareTestChain();
  site = `http://127.0.0.1:${web}`;
  const environment = {
    DATABASE_URL: database.url,
    RPC_URL: chain.rpcUrl,
    API_KEY: 'the-key-of-the-pages',
    PORT: String(web),
    API_PORT: String(api),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${otlp}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
  const apiUrl = { API_URL: `http://127.0.0.1:${api}` };
  programs = [
    startProgram('indexer', environment),
    startProgram('api', environment),
    startProgram('web', { ...environment, ...apiUrl }),
  ];
  const answers = async (url: string) => (await fetch(url).catch(() => undefined))?.status === 200;
  await until('the pages', () => answers(`${site}/${CHAIN_ID}/block/0`));
});
afterAll(async () => {
  for (const { kill } of programs) kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  collector.close();
});

const childrenOf = ({ spanId }: Span) => received.filter(({ parentSpanId }) => parentSpanId === spanId);
/** Whether `below` is somewhere below `top`. */
const isBelow = (below: Span, top: Span): boolean => {
  const parent = received.find(({ spanId }) => spanId === below.parentSpanId);
  return parent !== undefined && (parent === top || isBelow(parent, top));
};

test('a page, the calls of the API that it makes are one trace of one request', async () => {
  const response = await fetch(`${site}/${CHAIN_ID}/block/0`, {
    headers: { 'x-request-id': 'the-client.7' },
  });
  await response.text();
  expect(response.headers.get('x-request-id')).toBe('the-client.7');
  const isOfRequest = (one: Span) => one.attributes.get('astrolabe.request_id') === 'the-client.7';
  const page = await until('the span of the page', () =>
    received.find((one) => one.service === 'astrolabe-web' && isOfRequest(one)),
  );
  const operation = await until('the span of the operation', () =>
    received.find((one) => one.name === 'getBlock' && one.traceId === page.traceId),
  );
  const call = received.find(({ spanId }) => spanId === operation.parentSpanId);
  expect(call && isOfRequest(call)).toBe(true);
  expect(call?.service).toBe('astrolabe-api');
  expect(call?.attributes.get('http.response.status_code')).toBe(200);
  await until('the way from the page to the call', () => call && isBelow(call, page));
});

test('a forwarded call of the API is of the same request, and what it asks the node is within it', async () => {
  const path = `/${CHAIN_ID}/api/v2/addresses/0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266`;
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
  const response = await fetch(site + path, {
    headers: { 'x-request-id': 'forwarded', traceparent, authorization: 'Bearer the-key-of-the-pages' },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('x-request-id')).toBe('forwarded');
  const operation = await until('the operation', () =>
    received.find((one) => one.name === 'getAddress' && one.traceId === 'ab'.repeat(16)),
  );
  const asked = await until('the request to the node', () =>
    received.find((one) => one.name === 'eth_getBalance' && isBelow(one, operation)),
  );
  expect(asked.attributes.get('server.address')).toBe(new URL(chain.rpcUrl).host);
});

test('each batch of the indexer is fetched, prepared and written in spans of its range', async () => {
  const written = await until('a batch', () => received.find(({ name }) => name === 'write blocks'));
  const from = written.attributes.get('astrolabe.from');
  expect(written.attributes.get('astrolabe.chain')).toBe(CHAIN_ID);
  const isSame = (one: Span) => one.attributes.get('astrolabe.from') === from;
  for (const name of ['fetch blocks', 'prepare blocks'])
    await until(name, () => received.find((one) => one.name === name && isSame(one)));
  const fetched = received.find((one) => one.name === 'fetch blocks' && isSame(one));
  expect(fetched && childrenOf(fetched).some(({ name }) => name.startsWith('eth_'))).toBe(true);
});
