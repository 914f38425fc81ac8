import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import type { Lie } from './lying-node';

const MB = 1024 * 1024;
const BLOCK = ['eth_getBlockByNumber'];

/** Writes the piece again and again, as fast as it is read, until that many bytes or the end of the connection. */
function pour(response: ServerResponse, piece: Buffer, bytes: number): void {
  let left = bytes;
  const next = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length;
      if (!response.write(piece)) return;
    }
    if (left <= 0) response.end();
  };
  response.on('drain', next);
  next();
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = '<!doctype html><title>502</title><h1>Bad gateway</h1>';

const status = (code: number, headers: Readonly<Record<string, string>> = {}): Lie => ({
  name: `HTTP status ${code}${headers['retry-after'] ? ` with Retry-After: ${headers['retry-after']}` : ''}`,
  http: (response) => response.writeHead(code, headers).end('no'),
});

const error = (name: string, value: unknown): Lie => ({ name, methods: BLOCK, error: value });

/** The results of a batch at other ids. */
export const SWAPPED: Lie = { name: 'swapped members of a batch', batch: (results) => results.toReversed() };

/** What no JSON-RPC node answers. `elsewhere` is where redirects lead. */
export function listTransportLies(elsewhere: () => string): readonly Lie[] {
  return [
    {
      name: '200 MB',
      methods: BLOCK,
      http: (response) => pour(response.writeHead(200, JSON_TYPE), Buffer.alloc(MB, 'a'), 200 * MB),
    },
    {
      name: '200 MB for a head',
      methods: ['eth_blockNumber'],
      http: (response) => pour(response.writeHead(200, JSON_TYPE), Buffer.alloc(MB, 'a'), 200 * MB),
    },
    {
      name: 'an endless body',
      methods: BLOCK,
      http: (response) =>
        pour(response.writeHead(200, JSON_TYPE), Buffer.alloc(64 * 1024, ' '), Number.POSITIVE_INFINITY),
    },
    {
      name: 'a gzip bomb',
      methods: ['eth_blockNumber'],
      http: (response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
        const gzip = createGzip();
        gzip.pipe(response);
        gzip.end(Buffer.alloc(64 * MB, ' '));
      },
    },
    {
      name: 'nested 100,000 deep',
      methods: BLOCK,
      http: (response) => response.writeHead(200, JSON_TYPE).end(`{"id":1,"result":${'['.repeat(100_000)}`),
    },
    {
      name: 'millions of values',
      methods: BLOCK,
      http: (response) =>
        response.writeHead(200, JSON_TYPE).end(`{"id":1,"result":[${'{},'.repeat(3_000_000)}{}]}`),
    },
    {
      name: 'a redirect',
      http: (response) => response.writeHead(307, { location: elsewhere() }).end(),
    },
    { name: 'HTML', http: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(HTML) },
    status(401),
    status(429),
    status(429, { 'retry-after': '0' }),
    status(502),
    { name: 'an empty body', http: (response) => response.writeHead(200, JSON_TYPE).end() },
    { name: 'a cut connection', http: (response) => response.destroy() },
    error('an error without a message', { code: -32000 }),
    error('an error whose message is an object', { code: -32000, message: { deep: [{}] } }),
    error('an error that is a text', 'rate limit'),
    error('an error that is a list', [1, 2]),
    error('an error with a deep object as data', { code: -32000, message: 'no', data: nest(500) }),
    error('an error of megabytes', { code: -32000, message: 'x'.repeat(4 * MB) }),
  ];
}

function nest(depth: number): unknown {
  return depth === 0 ? {} : { data: nest(depth - 1) };
}
