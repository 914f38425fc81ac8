import { type IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { ANSWERS } from '@/lib/api/answer';
import { SOCKET_PATH } from '@/lib/endpoints/socket';
import type { Logger } from '@/lib/log';
import { rateKeyOf } from '@/lib/rate-key';
import { type ChainPools, createServedChains, type ServedChains } from '../served-chains';
import type { Services } from '../services';
import { createSockets, type Sockets } from '../socket/sockets';
import type { Admission } from './admit';
import { type ClientAddress, createClientAddress } from './client-address';
import { type ApiContext, type ApiEnv, NOT_CACHED, respond } from './respond';
import { findChainOf, routeOf } from './route';

/** Accepts websockets on an HTTP server. */
export type SocketServer = Readonly<{ sockets: Sockets; chains: ServedChains; clientAddress: ClientAddress }>;
type SocketServerOptions = ChainPools &
  Readonly<{
    services: Services;
    log: Logger;
    trustedProxies: readonly string[];
    everyMs?: number;
  }>;

const FREE = { id: 'socket', credits: 0 };
/** Answer to a plain request, and internally to an upgrade that the gate admitted. */
const UPGRADE = {
  status: 426,
  body: { error: 'Upgrade required', source: 'internal' },
  headers: { upgrade: 'websocket' },
} as const;
const IS_SOCKET = new RegExp(`^(/[^/]+)?${SOCKET_PATH}/?$`);

/** Creates the handler of the websocket's path: the gate, then 426 for an admitted request. */
export function createSocketHandler({ admit, chains }: { admit: Admission; chains: ServedChains }) {
  return async (c: ApiContext): Promise<Response> => {
    const decision = await admit(c, FREE, c.req.query('apikey'));
    if (decision.refusal) return respond(c, decision.refusal, NOT_CACHED);
    const chain = await findChainOf(chains, c.get('route'));
    return respond(c, chain ? UPGRADE : ANSWERS.unknownChain, { ...NOT_CACHED, settle: decision.settle });
  };
}

/** Creates the websocket server; `everyMs` is the poll interval for new blocks, a second by default. */
export function createSocketServer(options: SocketServerOptions): SocketServer {
  const chains = createServedChains(options);
  const clientAddress = createClientAddress(options.trustedProxies);
  return { chains, clientAddress, sockets: createSockets({ ...options, chains }) };
}

/** Handles upgrades on a server: to websockets on their path; any other upgrade header is ignored. */
export function attachSocketServer(server: Server, app: Hono<ApiEnv>, sockets: SocketServer): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const url = URL.parse(request.url ?? '/', 'http://api');
    const isSocket = url !== null && IS_SOCKET.test(url.pathname);
    if (isSocket && request.headers.upgrade?.toLowerCase() === 'websocket') {
      upgrade(app, sockets, { request, socket, head, url }).catch(() => socket.destroy());
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      server.emit('request', request, plainResponse(request, socket));
    } else {
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    }
  });
}

async function upgrade(
  app: Hono<ApiEnv>,
  { sockets, chains, clientAddress }: SocketServer,
  { url, ...parts }: { request: IncomingMessage; socket: Duplex; head: Buffer; url: URL },
): Promise<void> {
  const { request, socket } = parts;
  const { authorization, 'x-forwarded-for': forwarded } = request.headers;
  const answer = await app.fetch(
    new Request(url, {
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(forwarded !== undefined && { 'x-forwarded-for': String(forwarded) }),
      },
    }),
    { incoming: request },
  );
  if (answer.status !== UPGRADE.status) return void refuse(socket, answer.status, await answer.text());
  const chain = await findChainOf(chains, routeOf(url.pathname));
  const peer = request.socket.remoteAddress;
  const client = rateKeyOf(clientAddress(peer, forwarded === undefined ? undefined : String(forwarded)));
  if (!chain || !sockets.hasRoom(client)) refuse(socket, 503, '{"error":"Too many connections"}');
  else if (!socket.destroyed) sockets.accept({ ...parts, client }, chain);
}

function refuse(socket: Duplex, status: number, text: string): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** Node leaves an upgrade request to its listener: the response goes to the same socket, which ends with it. */
function plainResponse(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(request.socket);
  response.once('finish', () => socket.end());
  return response;
}
