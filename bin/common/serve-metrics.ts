import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { listCaches } from '@/lib/bounded-cache';
import { AppError } from '@/lib/errors';
import { checksumFigures } from '@/lib/evm/hex';
import type { Logger } from '@/lib/log';

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

const FIGURES = {
  bytes: 'Estimated bytes that a cache holds.',
  max_bytes: 'Estimated bytes that a cache may hold.',
  entries: 'Entries of a cache.',
};

/** Registers what every cache of this process holds and may hold. */
function measureCaches(registry: Registry): void {
  for (const [figure, help] of Object.entries(FIGURES)) {
    new Gauge({
      ...{ name: `astrolabe_cache_${figure}`, help, labelNames: ['cache'] as const, registers: [registry] },
      collect() {
        this.reset();
        for (const { name, bytes, maxBytes, entries } of [...listCaches(), checksumFigures()])
          this.set({ cache: name }, figure === 'bytes' ? bytes : figure === 'entries' ? entries : maxBytes);
      },
    });
  }
}
