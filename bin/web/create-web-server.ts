import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ANSWERS, type Answer } from '@/lib/api/answer';
import type { ClientAddress } from '@/lib/api/http/client-address';
import { KEEP_ALIVE_MS } from '@/lib/api/http/keep-alive';
import { boundServer } from '@/lib/bound-server';
import type { InLanguage } from '@/lib/language/start-languages';
import type { Logger } from '@/lib/log';
import { startMarkupHandover, wantsDocument } from '@/lib/markup-handover';
import { currentScope, requestIdOf, runInScope } from '@/lib/request-scope';
import { inSpan } from '@/lib/tracing';
import { guardResponse } from './guard-response';
import { createPageLimit, type PageLimit } from './limit-pages';
import { isOwnRequest } from './own-request';

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** `stop` finishes in-flight requests, then closes. */
export type WebServer = Readonly<{ server: Server; stop(): Promise<void> }>;

/** Next's proxying adds about ten listeners per response, which is not a leak. */
const MAX_RESPONSE_LISTENERS = 20;

/** Wraps Next's handler: sets the client's address, answers /healthz and /readyz, replaces failed pages. */
export function createWebServer(options: {
  handle: Handle;
  clientAddress: ClientAddress;
  inLanguage: InLanguage;
  /** HSTS is sent where it begins with https. */
  publicUrl: string;
  limitPages?: PageLimit;
  log: Logger;
}): WebServer {
  const { handle, clientAddress, inLanguage, log, limitPages = createPageLimit() } = options;
  const ownHeaders = listOwnHeaders(options.publicUrl);
  const handover = startMarkupHandover('web');
  let isStopping = false;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    response.setMaxListeners(MAX_RESPONSE_LISTENERS);
    if (rejectTarget(request, response) || answerHealth(request, response, isStopping)) return;
    if (rejectMethod(request, response)) return;
    for (const [name, value] of ownHeaders) response.setHeader(name, value);
    const peer = request.socket.remoteAddress;
    const address = clientAddress(peer, headerText(request, 'x-forwarded-for'));
    request.headers['x-forwarded-for'] = address;
    const isOwn = isOwnRequest(request);
    const answer = async () => {
      if (!isOwn) guardResponse(request, response, log);
      const waitSeconds = isOwn ? undefined : await limitPages(request, address);
      if (waitSeconds !== undefined) return rejectRateLimited(response, waitSeconds);
      return handover.run({ isDocument: wantsDocument(request.headers) }, (end) => {
        response.once('close', end);
        return inLanguage(request, () => handle(request, response)).catch((error: unknown) =>
          failed(response, error, log),
        );
      });
    };
    void scopeRequest(request, response, answer);
  });
  const end = boundServer(server);
  // not used by the pages; Next would never respond
  server.on('upgrade', (_, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  const stop = () => {
    isStopping = true;
    return end();
  };
  return { server, stop };
}

/** Headers of every response, also of files. */
function listOwnHeaders(publicUrl: string): [string, string][] {
  const isSecure = publicUrl.startsWith('https:');
  return [
    ['x-content-type-options', 'nosniff'],
    ...(isSecure ? [['strict-transport-security', 'max-age=31536000'] satisfies [string, string]] : []),
  ];
}

function rejectRateLimited(response: ServerResponse, seconds: number): void {
  response.writeHead(429, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': String(seconds),
  });
  response.end(`Too many pages: try again in ${seconds} s.\n`);
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

/** Rejects a target that is no path (`*`, a URL), and makes a path of one that names a host: Next would redirect there. */
function rejectTarget(request: IncomingMessage, response: ServerResponse): boolean {
  const target = request.url ?? '';
  if (target.startsWith('/')) {
    request.url = target.replace(/^[/\\]+/, '/');
    return false;
  }
  reject(response, ANSWERS.badRequest);
  return true;
}

/** Rejects a method that makes Next fail. */
function rejectMethod({ method }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'TRACE') return false;
  reject(response, ANSWERS.methodNotAllowed);
  return true;
}

function reject(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

function failed(response: ServerResponse, error: unknown, log: Logger): void {
  log.error({ error, requestId: currentScope()?.requestId }, 'a request failed');
  if (!response.headersSent) response.statusCode = 500;
  response.end();
}

function headerText(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/**
 * Assigns a request its ID (`x-request-id`, also for the API), and a span if tracing is on. Both are forwarded to the
 * API.
 */
function scopeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const requestId = requestIdOf(request.headers['x-request-id']);
  request.headers['x-request-id'] = requestId;
  response.setHeader('x-request-id', requestId);
  return runInScope({ requestId }, () =>
    globalThis.tracing === undefined ? answer() : trace(request, response, answer),
  );
}

function trace(
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const { method = 'GET', headers, url = '' } = request;
  const attributes = {
    'http.request.method': method,
    'url.path': url.split('?')[0] ?? '',
    'astrolabe.request_id': String(headers['x-request-id']),
  };
  const carrier = { traceparent: textOf(headers.traceparent), tracestate: textOf(headers.tracestate) };
  return inSpan({ name: method, kind: 'server', attributes, carrier }, async (note) => {
    Object.assign(headers, globalThis.tracing?.headers());
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    await answer();
    await closed;
    note({ 'http.response.status_code': response.statusCode });
  });
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
