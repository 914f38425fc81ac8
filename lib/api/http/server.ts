import { once } from 'node:events';
import { Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { ANSWERS } from '@/lib/api/answer';
import { boundServer } from '@/lib/bound-server';
import { AppError } from '@/lib/errors';
import { toJson } from './json';
import { KEEP_ALIVE_MS } from './keep-alive';
import type { ApiEnv } from './respond';
import { attachSocketServer, type SocketServer } from './socket';

/** A listening API. `stop` waits for running requests. */
export type ApiServer = Readonly<{ port: number; stop(): Promise<void> }>;

/** Far above `limits`, so that long URLs get its 414. */
const MAX_HEADER_BYTES = 131_072;

/** Starts the API, with websockets if `sockets` is set; port 0 picks a free one. Throws AppError `config` when it cannot listen. */
export async function startApiServer(
  app: Hono<ApiEnv>,
  address: { host: string; port: number; sockets?: SocketServer; stalledMs?: number },
): Promise<ApiServer> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    // HTTP/1.0 needs no Host header: the health checks of some load balancers send none
    hostname: 'localhost',
    serverOptions: { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
  });
  server.on('clientError', refuseMalformed);
  // the options ask for no other kind
  if (!(server instanceof Server)) throw new AppError('internal', 'Expected an HTTP/1.1 server.');
  const stop = boundServer(server, address.stalledMs);
  if (address.sockets) attachSocketServer(server, app, address.sockets);
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new AppError('config', explain(cause, address), { cause });
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : address.port,
    stop: () => {
      address.sockets?.sockets.stop();
      return stop();
    },
  };
}

/** Malformed requests never reach the app: answer them in JSON on the socket. */
function refuseMalformed(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const isTooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
  const { status, body } = isTooLarge ? ANSWERS.headersTooLarge : ANSWERS.badRequest;
  const text = toJson(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function explain(cause: unknown, { host, port }: { host: string; port: number }): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop what uses it or set API_PORT to another one.`;
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user: set API_PORT to one of 1024 or above.`;
  return `HOST ${host} is no address of this machine: correct it or leave it out.`;
}
