import { text } from 'node:stream/consumers';
import { serveHttp } from './http-server';

/** A node as another one, but that it runs no tracers in JavaScript, as Hardhat's; until the test ends. */
export function withoutTracers(nodeUrl: string): Promise<string> {
  return serveHttp(async (request, response) => {
    const body = await text(request);
    const { id, params } = JSON.parse(body);
    const isRefused = typeof params?.[1]?.tracer === 'string';
    const error = { code: -32000, message: 'JS Tracer is not enabled' };
    const headers = { 'content-type': 'application/json' };
    if (isRefused) response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    else response.end(await (await fetch(nodeUrl, { method: 'POST', headers, body })).text());
  });
}
