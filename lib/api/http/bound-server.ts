import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

const MAX_CONNECTIONS = 10_000;
/** Idle time after which a stalled connection is closed: its response is held in memory. */
const STALLED_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;

/**
 * Bounds the connections of a server and returns its graceful stop: running requests finish, keep-alive connections close
 * with their next response, and what still runs after that is cut off.
 */
export function boundServer(server: Server, stalledMs = STALLED_MS): () => Promise<void> {
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(stalledMs);
  const running = new Set<ServerResponse>();
  let isStopping = false;
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    if (isStopping) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (isStopping) server.closeIdleConnections();
    });
  });
  return async () => {
    isStopping = true;
    for (const response of running) response.shouldKeepAlive = false;
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
}
