import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdOf, runInScope } from '@/lib/request-scope';
import { inSpan } from '@/lib/tracing';

/**
 * Gives a request its ID, which the client reads in `x-request-id` and the API gets, and a span where traces are
 * written. What is forwarded to the API carries both.
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
