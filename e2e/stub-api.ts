import { once } from 'node:events';
import { createServer } from 'node:http';

/** A server that answers the paths of `answers` with JSON and anything else with 404, or `otherwise`. */
export async function startStubApi(
  answers: Readonly<Record<string, unknown>>,
  otherwise = 404,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = path === '/readyz' ? { status: 'ok' } : answers[path];
    response.writeHead(body === undefined ? otherwise : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'Not found', source: 'internal' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
