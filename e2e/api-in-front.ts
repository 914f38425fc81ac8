import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from './free-port';
import type { Site } from './site';

/** An API before the site's own one: it answers what `answer` gives, with 404 for null, and passes on the rest. */
export type ApiInFront = Readonly<{ url: string; stop(): void }>;

/** Starts it. `answer` gets the path below the chain's statistics; undefined is passed on. */
export async function startApiInFront(
  site: Site,
  answer: (path: URL) => unknown | null | undefined,
): Promise<ApiInFront> {
  const port = await freePort();
  const prefix = `/${site.chainId}/stats-service/api/v1`;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const ours = path.startsWith(prefix)
      ? answer(new URL(path.slice(prefix.length), 'http://stats.example'))
      : undefined;
    if (ours !== undefined) {
      response.writeHead(ours === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(ours ?? { error: 'Not found' }));
      return;
    }
    const passed = await fetch(`${site.apiUrl}${path}`, {
      headers: { authorization: `Bearer ${site.apiKey}` },
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
