import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ANSWERS } from '@/lib/api/http/answer';
import type { ClientAddress } from '@/lib/api/http/client-address';
import { KEEP_ALIVE_MS } from '@/lib/api/http/keep-alive';
import type { Logger } from '@/lib/log';
import { guardResponse } from './guard-response';
import { isOwnRequest } from './own-request';

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `stop` finishes in-flight requests, then closes. */
export type WebServer = Readonly<{ server: Server; stop(): Promise<void> }>;

const STOP_TIMEOUT_MS = 8_000;
/** Next's proxying adds about ten listeners per response, which is not a leak. */
const MAX_RESPONSE_LISTENERS = 20;

/** Wraps Next's handler: sets the client's address, answers /healthz and /readyz, replaces failed pages. */
export function createWebServer(options: {
  handle: Handle;
  clientAddress: ClientAddress;
  log: Logger;
}): WebServer {
  const { handle, clientAddress, log } = options;
  let isStopping = false;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    response.setMaxListeners(MAX_RESPONSE_LISTENERS);
    if (isStopping) response.setHeader('connection', 'close');
    // keep-alive connections that were busy when shutdown began
    response.once('close', () => isStopping && server.closeIdleConnections());
    if (answerHealth(request, response, isStopping) || refuseMethod(request, response)) return;
    const peer = request.socket.remoteAddress;
    request.headers['x-forwarded-for'] = clientAddress(peer, headerText(request, 'x-forwarded-for'));
    if (!isOwnRequest(request)) guardResponse(request, response, log);
    handle(request, response).catch((error: unknown) => failed(response, error, log));
  });
  const stop = async () => {
    isStopping = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), STOP_TIMEOUT_MS);
    await closed;
    clearTimeout(timer);
  };
  return { server, stop };
}

/** /healthz: alive; /readyz: accepting requests. For web only; the API has its own. */
function answerHealth(request: IncomingMessage, response: ServerResponse, isStopping: boolean): boolean {
  const path = request.url?.split('?')[0];
  if (path !== '/healthz' && path !== '/readyz') return false;
  const isReady = path === '/healthz' || !isStopping;
  response.writeHead(isReady ? 200 : 503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(
    request.method === 'HEAD' ? undefined : JSON.stringify({ status: isReady ? 'ok' : 'stopping' }),
  );
  return true;
}

/** Rejects a method that makes Next fail. */
function refuseMethod({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'TRACE') return false;
  const { status, headers, body } = ANSWERS.methodNotAllowed;
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
  return true;
}

function failed(response: ServerResponse, error: unknown, log: Logger): void {
  log.error({ error }, 'a request failed');
  if (!response.headersSent) response.statusCode = 500;
  response.end();
}

function headerText(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}
