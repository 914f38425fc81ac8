import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { measureCaches } from './measure-caches';

/** Where metrics are served; nowhere without a port. */
export type MetricsAddress = Readonly<{ host: string; port: number | undefined }>;

/**
 * Returns a registry, which is served at `GET /metrics` in Prometheus' text format while the process lives, with Node's
 * process metrics; one that is not served without a port. Throws AppError `config` when it cannot listen.
 */
export async function serveMetrics({ host, port }: MetricsAddress, log: Logger): Promise<Registry> {
  const registry = new Registry();
  if (port === undefined) return registry;
  collectDefaultMetrics({ register: registry, prefix: 'astrolabe_' });
  measureCaches(registry);
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch (error) {
      log.warn({ error }, 'could not collect metrics');
      response.writeHead(503).end();
    }
  });
  server.listen(port, host).unref();
  await once(server, 'listening').catch((cause: unknown) => {
    throw new AppError('config', `Cannot serve metrics on ${host}:${port}: set another port or address.`, {
      cause,
    });
  });
  log.info({ host, port }, 'serving metrics');
  return registry;
}
