import { text } from 'node:stream/consumers';
import { serveHttp } from './http-server';

/** A node over HTTP: `asked` are the methods it was asked for, its chain ID aside. */
export type ServedNode = Readonly<{ url: string; asked: string[] }>;

/** Serves a node until the test ends. `answer` returns a result, unless `fail` returns an error; `chainId` may change. */
export async function serveNode(
  chainId: () => number,
  answer: (method: string, params: readonly unknown[]) => unknown,
  fail: () => object | undefined = () => undefined,
): Promise<ServedNode> {
  const asked: string[] = [];
  const reply = ({ id, method, params }: { id: number; method: string; params: readonly unknown[] }) => {
    if (method === 'eth_chainId') return { jsonrpc: '2.0', id, result: `0x${chainId().toString(16)}` };
    asked.push(method);
    const error = fail();
    if (error) return { jsonrpc: '2.0', id, error };
    return { jsonrpc: '2.0', id, result: answer(method, params) };
  };
  const url = await serveHttp(async (request, response) => {
    const body = JSON.parse(await text(request));
    response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)));
  });
  return { url, asked };
}
