import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Logger } from '@/lib/log';
import { fetchProblemPage } from './fetch-problem-page';

type BufferedResponse = Readonly<{ status: number; headers: OutgoingHttpHeaders; body: Buffer | string }>;

/** Internal: contains the API's address. */
const INTERNAL_HEADER = 'x-middleware-rewrite';

/**
 * Intercepts a response before its first byte. Next answers missing and failed pages with an empty document that needs
 * a script: it is replaced by the error page with the same status. A failed proxied API call gets the API's JSON error.
 * By hand, because Next has no hook between a failed render and its bytes: its error and not-found pages are drawn by a
 * script once a render has failed, and proxy.ts ends before it. Libraries see headers alone (`on-headers`) or would be a
 * second proxy; a subclass for `createServer` overrides the same four methods, with their overloads.
 */
export function guardResponse(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  const { writeHead, write, end, flushHeaders } = response;
  let isReplaced = false;
  const replaceBy = async (answer: Promise<BufferedResponse>) => {
    const { status, headers, body } = await answer;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    Reflect.apply(writeHead, response, [status, withoutInternal(headers)]);
    Reflect.apply(end, response, [body]);
  };
  const passes = (status: number): boolean => {
    if (isReplaced || response.headersSent) return !isReplaced;
    const isForwarded = /^https?:/.test(String(response.getHeader(INTERNAL_HEADER) ?? ''));
    response.removeHeader(INTERNAL_HEADER);
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
      passes(status) ? Reflect.apply(writeHead, response, [status, ...rest]) : response,
    flushHeaders: () => passes(response.statusCode) && Reflect.apply(flushHeaders, response, []),
    write: (...chunk: unknown[]) => !passes(response.statusCode) || Reflect.apply(write, response, chunk),
    end: (...chunk: unknown[]) =>
      passes(response.statusCode) ? Reflect.apply(end, response, chunk) : response,
  });
}

/** Replaces Next's bare 500 for an unreachable API; the API's own responses pass through. */
function replaceForwarded(response: ServerResponse, status: number): Promise<BufferedResponse> | undefined {
  if (status !== 500 || response.hasHeader('content-type')) return undefined;
  const body = JSON.stringify({ error: 'Internal server error', source: 'internal' });
  return Promise.resolve({ status, headers: { 'content-type': 'application/json; charset=utf-8' }, body });
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
