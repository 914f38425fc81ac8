import {
  get,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ANSWERS } from '@/lib/api/answer';
import type { Logger } from '@/lib/log';
import { currentScope } from '@/lib/request-scope';
import { problemHeaders } from './own-request';

type BufferedResponse = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer | string }>;

/** Internal: contains the API's address. */
const INTERNAL_HEADER = 'x-middleware-rewrite';

/**
 * Intercepts a response before its first byte. Next answers missing and failed pages with an empty document that needs
 * a script: it is replaced by the error page with the same status, or with 503 if the page failed for want of the API. A
 * proxied call that the API does not answer gets a JSON error.
 * By hand, because Next has no hook between a failed render and its bytes: its error and not-found pages are drawn by a
 * script once a render has failed, and proxy.ts ends before it. Libraries see headers alone (`on-headers`) or would be a
 * second proxy; a subclass for `createServer` overrides the same four methods, with their overloads.
 */
export function guardResponse(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const { writeHead, write, end, flushHeaders } = response;
  // by reference: whoever writes the response may do so from anywhere
  const scope = currentScope();
  let isReplaced = false;
  const replaceBy = async (answer: Promise<BufferedResponse>) => {
    const { status, headers, body } = await answer;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    Reflect.apply(writeHead, response, [status, withoutInternal(headers)]);
    Reflect.apply(end, response, [body]);
  };
  const passes = (given: number): boolean => {
    if (isReplaced || response.headersSent) return !isReplaced;
    const status = given === 500 && scope?.isApiAway === true ? 503 : given;
    response.statusCode = status;
    const isForwarded = /^https?:/.test(String(response.getHeader(INTERNAL_HEADER) ?? ''));
    response.removeHeader(INTERNAL_HEADER);
    // a proxied response brings that of the API's connection
    if (response.hasHeader('connection') && !response.shouldKeepAlive) {
      response.setHeader('connection', 'close');
      response.removeHeader('keep-alive');
    }
    const answer = isForwarded
      ? replaceForwarded(response, status)
      : replaceFailed(request, response, { status, log });
    if (answer === undefined) return true;
    isReplaced = true;
    void replaceBy(answer);
    return false;
  };
  Object.assign(response, {
    writeHead: (status: number, ...rest: unknown[]) =>
      passes(status) ? Reflect.apply(writeHead, response, [response.statusCode, ...rest]) : response,
    flushHeaders: () => passes(response.statusCode) && Reflect.apply(flushHeaders, response, []),
    write: (...chunk: unknown[]) => !passes(response.statusCode) || Reflect.apply(write, response, chunk),
    end: (...chunk: unknown[]) =>
      passes(response.statusCode) ? Reflect.apply(end, response, chunk) : response,
  });
}

/** Replaces Next's bare 500 for an unreachable API; the API's own responses pass through. */
function replaceForwarded(response: ServerResponse, status: number): Promise<BufferedResponse> | undefined {
  if (status !== 500 || response.hasHeader('content-type')) return undefined;
  const { status: away, headers, body } = ANSWERS.apiAway;
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return Promise.resolve({ status: away, headers: { ...headers, ...type }, body: JSON.stringify(body) });
}

function replaceFailed(
  request: IncomingMessage,
  response: ServerResponse,
  { status, log }: { status: number; log: Logger },
): Promise<BufferedResponse> | undefined {
  const isFailed = status === 404 || status >= 500;
  // RSC payloads and HEAD responses pass through
  const isRead = request.method === 'GET' && request.headers.rsc === undefined;
  const type = String(response.getHeader('content-type') ?? 'text/html');
  if (!isFailed || !isRead || !type.startsWith('text/html')) return undefined;
  return fetchProblemPage(request, status).catch((error: unknown) => {
    log.error({ error }, 'the error page failed');
    return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'Not available\n' };
  });
}

function withoutInternal(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { [INTERNAL_HEADER]: _, ...rest } = headers;
  return rest;
}

/** A buffered response for the client. */
type ProblemPage = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer }>;

const TIMEOUT_MS = 10_000;
const PASSED_ON = ['host', 'cookie', 'accept', 'accept-language', 'accept-encoding', 'user-agent'] as const;
/** Hop-by-hop headers. */
const HOP_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'content-length'];

/** Requests the same URL from this server again, to get the error page for `status`. */
async function fetchProblemPage(request: IncomingMessage, status: number): Promise<ProblemPage> {
  const answer = await send(request, problemHeaders(status));
  const body = await buffer(answer);
  return { status: answer.statusCode ?? status, headers: withoutHops(answer.headers), body };
}

function send(request: IncomingMessage, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const { localAddress, localPort } = request.socket;
  const passed = Object.fromEntries(
    PASSED_ON.flatMap((name) => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  return new Promise((resolve, reject) => {
    get(
      {
        host: localAddress,
        port: localPort,
        path: request.url,
        agent: false,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...passed, ...headers },
      },
      resolve,
    ).once('error', reject);
  });
}

function withoutHops(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name)));
}
