import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const MAX_CONNECTIONS = 10_000;
/** Idle time after which a stalled connection is closed: its response is held in memory. */
const STALLED_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
/** How long a connection counts as busy after a request, and is waited for, so that its next request is not reset. */
const BUSY_MS = 1_000;
const GRACE_MS = 300;
const STEP_MS = 10;

/**
 * Bounds the connections of a server and returns its graceful stop: running requests finish, keep-alive connections close
 * with their next response, those that are busy for a moment longer, and what still runs after that is cut off.
 */
export function boundServer(server: Server, stalledMs = STALLED_MS): () => Promise<void> {
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(stalledMs);
  const running = new Set<ServerResponse>();
  const busy = new Map<Socket, number>();
  let [isStopping, isClosing] = [false, false];
  server.on('connection', (socket) => socket.once('close', () => busy.delete(socket)));
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, performance.now());
    if (isStopping) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (isClosing) server.closeIdleConnections();
    });
  });
  return async () => {
    isStopping = true;
    for (const response of running) response.shouldKeepAlive = false;
    const busyUntil = performance.now() + GRACE_MS;
    const isBusy = () => [...busy.values()].some((at) => busyUntil - at < BUSY_MS + GRACE_MS);
    while (isBusy() && performance.now() < busyUntil) await delay(STEP_MS);
    isClosing = true;
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
}
