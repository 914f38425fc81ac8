import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, runInScope } from '@/lib/request-scope';
import { inSpan } from '@/lib/tracing';

/**
 * Assigns a request its ID (`x-request-id`, also for the API), and a span if tracing is on. Both are forwarded to the
 * API.
 */
export function scopeRequest(
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
