import type { MiddlewareHandler } from 'hono';
import { requestIdOf } from '@/lib/request-scope';
import { inSpan } from '@/lib/tracing';
import type { Observe } from './observe';
import type { ApiContext, ApiEnv } from './respond';

/** Gives a request its ID, and a span where traces are written. */
export const scopeRequest: MiddlewareHandler<ApiEnv> = (c, next) => {
  c.set('requestId', requestIdOf(c.req.header('x-request-id')));
  return globalThis.tracing === undefined ? next() : trace(c, next);
};

/** The path alone: a query may hold a key. */
function trace(c: ApiContext, next: () => Promise<void>): Promise<void> {
  const attributes = {
    'http.request.method': c.req.method,
    'url.path': c.req.path,
    'astrolabe.request_id': c.get('requestId'),
  };
  const carrier = { traceparent: c.req.header('traceparent'), tracestate: c.req.header('tracestate') };
  return inSpan({ name: c.req.method, kind: 'server', attributes, carrier }, async (note) => {
    await next();
    note({ 'http.response.status_code': c.res.status });
  });
}

/** Names the operation of a request, and counts it by `observe`. */
export function nameOperations(observe: Observe | undefined): Observe {
  return (operation) => {
    const measure = observe?.(operation);
    return (c, next) => {
      const answer = async () => void (await (measure ? measure(c, next) : next()));
      return globalThis.tracing === undefined ? answer() : inSpan({ name: operation }, answer);
    };
  };
}
