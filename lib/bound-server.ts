import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const MAX_CONNECTIONS = 10_000;
/** Idle time after which a stalled connection is closed: its response is held in memory. */
const STALLED_MS = 60_000;
/** A server where nothing has come for so long closes its connections; one that is busy tells them first, for at most: */
const QUIET_MS = 1_000;
const GRACE_MS = 2_000;
const STEP_MS = 10;
/** How long requests may be held until nobody waits to be accepted. */
const HOLD_MS = 4_000;
/** After the last connection was accepted. */
const STOP_TIMEOUT_MS = 5_000;

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Bounds the connections of a server and returns its graceful stop: running requests finish, keep-alive connections close
 * with their next response, and those without one once it is quiet. Before the server stops to listen, requests are held
 * until all that has arrived is accepted and read, as it would be reset; then they are answered too. What still runs after
 * that is cut off. To be called when the server has its handler.
 */
export function boundServer(server: Server, stalledMs = STALLED_MS): () => Promise<void> {
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(stalledMs);
  const running = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let [isStopping, isClosing] = [false, false];
  let activeAt = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket) => {
    activeAt = performance.now();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const release = holdRequests(server, (_, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      activeAt = performance.now();
      if (isClosing) closeIdle();
    });
  });
  // Node calls idle also what still sends an answer that has been written whole
  const closeIdle = () => {
    if (![...running].some(({ writableEnded }) => writableEnded)) server.closeIdleConnections();
  };
  return async () => {
    isStopping = true;
    for (const response of running) response.shouldKeepAlive = false;
    const stoppedAt = performance.now();
    const isBusy = () => running.size > 0 || performance.now() - activeAt < QUIET_MS;
    while (isBusy() && performance.now() - stoppedAt < GRACE_MS) await delay(STEP_MS);
    const closed = once(server, 'close');
    await release(() => {
      isClosing = true;
      NetServer.prototype.close.call(server);
      closeIdle();
    });
    const timers = [
      // timers run before what has arrived meanwhile is read
      setTimeout(() => setImmediate(closeUnused, sockets), QUIET_MS),
      setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS),
    ];
    await closed;
    for (const timer of timers) clearTimeout(timer);
  };
}

/**
 * Takes the place of a server's handlers: notes each request before it is served. The function that is returned holds
 * requests until nobody waits to be accepted, runs `close`, and serves what was held.
 */
function holdRequests(server: Server, note: Serve): (close: () => void) => Promise<void> {
  const handlers = server.listeners('request');
  const held: (() => void)[] = [];
  let isHolding = false;
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    note(request, response);
    const serve = () => {
      for (const handler of handlers) Reflect.apply(handler, server, [request, response]);
    };
    if (isHolding) held.push(AsyncResource.bind(serve));
    else serve();
  });
  return async (close) => {
    isHolding = true;
    const heldAt = performance.now();
    // a turn of the event loop accepts at least one of those that wait when it begins: in a long one others come
    for (let isQuiet = false; !isQuiet && performance.now() - heldAt < HOLD_MS; ) {
      const [before, begunAt] = [accepted, performance.now()];
      await new Promise(setImmediate);
      isQuiet = accepted === before && performance.now() - begunAt < STEP_MS;
    }
    close();
    isHolding = false;
    for (const serve of held) serve();
  };
}

/** Closes connections that never sent anything, as browsers keep them ready. */
function closeUnused(sockets: Iterable<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}
