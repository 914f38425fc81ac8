import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fetchBounded } from './bounded-fetch';
import { AnswerTooLargeError } from './rpc-error';

const LIMITS = { maxBytes: 1_000, timeoutMs: 10_000 };

async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  return { url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/` };
}

const read = async (url: string) => {
  const { status, body } = await fetchBounded(url, { method: 'POST', headers: {}, body: '{}' }, LIMITS);
  return [status, body.toString()];
};

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a body in %s is decompressed, and what would be too long is not', async (encoding, compress) => {
  const { url } = await serve((request, response) => {
    expect(request.headers['accept-encoding']).toContain(encoding);
    const size = request.url === '/' ? 1_000 : 100_000;
    response.writeHead(200, { 'content-encoding': encoding }).end(compress('x'.repeat(size)));
  });
  expect(await read(url)).toEqual([200, 'x'.repeat(1_000)]);
  await expect(read(`${url}long`)).rejects.toThrow(AnswerTooLargeError);
});

test('an empty body that claims to be compressed is empty, and a broken one ends', async () => {
  const { url } = await serve((request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    response.end(request.url === '/' ? '' : deflateSync('no gzip'));
  });
  expect(await read(url)).toEqual([200, '']);
  await expect(read(`${url}broken`)).rejects.toThrow('incorrect header check');
});

test('a kept connection that the server closed meanwhile fails nothing', async () => {
  let requests = 0;
  const { url } = await serve((request, response) => {
    requests += 1;
    // the first one on a connection is answered
    if (requests % 2 === 0) request.socket.destroy();
    else response.end('answered');
  });
  expect(await read(url)).toEqual([200, 'answered']);
  expect(await read(url)).toEqual([200, 'answered']);
  expect(requests).toBe(3);
});

test('a server that closes a new connection has failed, and redirects are not followed', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/closes' }).end();
    else request.socket.destroy();
  });
  await expect(read(`${url}closes`)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await read(url)).toEqual([302, '']);
});

test('what takes longer ends with the reason, before and within the body', async () => {
  const { url } = await serve((request, response) => {
    if (request.url === '/') return;
    response.writeHead(200).write('begun');
  });
  const limits = { ...LIMITS, timeoutMs: 50 };
  for (const path of ['', 'body'])
    await expect(fetchBounded(`${url}${path}`, { headers: {} }, limits)).rejects.toThrow('no answer in time');
  const signal = AbortSignal.abort(new Error('the program ends'));
  await expect(fetchBounded(url, { headers: {} }, { ...LIMITS, signal })).rejects.toThrow('the program ends');
});
