import { once } from 'node:events';
import { createServer } from 'node:http';
import { parse, stringify } from 'lossless-json';
import { findFreePort } from '../lib/free-port';
import type { Site } from './site';

/**
 * An API in front of the site's own: it answers with the result of `answer`, 404 for null, and forwards other
 * requests.
 */
export type ApiInFront = Readonly<{ url: string; stop(): void }>;

/** Requests the same from the site's own API; its JSON with every digit, null for any status but 200. */
export type Ask = () => Promise<unknown>;

/** Starts it. `answer` gets path and query; undefined forwards the request. */
export async function startApiInFront(
  site: Site,
  answer: (asked: URL, ask: Ask) => unknown | null | undefined,
): Promise<ApiInFront> {
  const port = await findFreePort();
  const headers = { authorization: `Bearer ${site.apiKey}` };
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const ask = async () => {
      const answer = await fetch(`${site.apiUrl}${path}`, { headers });
      return answer.status === 200 ? parse(await answer.text()) : null;
    };
    const ours = await answer(new URL(path, 'http://api.example'), ask);
    if (ours !== undefined) {
      response.writeHead(ours === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(stringify(ours ?? { error: 'Not found' }));
      return;
    }
    const { method = 'GET' } = request;
    const body = method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
    const passed = await fetch(`${site.apiUrl}${path}`, {
      ...{ method, headers: { ...headers, 'content-type': 'application/json' } },
      ...(body && { body }),
    });
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(await passed.text());
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Like `answer` above, for the chain's statistics only, with the path below them. */
export function onlyStats(site: Site, answer: (asked: URL) => unknown | null | undefined) {
  const prefix = `/${site.chainId}/stats-service/api/v1`;
  return ({ pathname, search }: URL) =>
    pathname.startsWith(prefix)
      ? answer(new URL(`${pathname.slice(prefix.length)}${search}`, 'http://stats.example'))
      : undefined;
}
