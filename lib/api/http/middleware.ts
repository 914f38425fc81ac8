import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ANSWERS } from '@/lib/api/answer';
import type { ServedChains } from '@/lib/api/served-chains';
import { JSON_RPC_PATH } from '@/lib/endpoints/json-rpc';
import { MCP_PATH } from '@/lib/endpoints/mcp';
import { SIMULATION_PATH } from '@/lib/endpoints/simulation';
import { SOCKET_PATH } from '@/lib/endpoints/socket';
import { requestIdOf } from '@/lib/request-scope';
import { inSpan } from '@/lib/tracing';
import type { Observe } from './observe';
import { type ApiContext, type ApiEnv, NOT_CACHED, respond, setHeaders } from './respond';

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

/** Liveness and readiness probes. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz']);
const MAX_QUERY_CHARS = 5_000;
const MAX_PATH_CHARS = 2_000;
const MAX_HEADER_CHARS = 16_384;
const VERIFY_PATH = '/api/v2/smart-contracts/[^/]+/verification/via/[^/]+';
const POST_PATH = new RegExp(
  `^((/[^/]+)?(${JSON_RPC_PATH}|${VERIFY_PATH}|${SIMULATION_PATH}|/api/?)|${MCP_PATH}|/v2/verify/.+)$`,
);

/** Refuses other methods, long URLs and large headers, and every request while unread responses fill the memory. */
export const limits = createMiddleware<ApiEnv>(async (c, next) => {
  const refusal = refusalOf(c);
  return refusal ? respond(c, refusal, NOT_CACHED) : next();
});

function refusalOf(c: ApiContext) {
  if (c.get('responseMemory').isFull() && !PROBES.has(c.req.path)) return ANSWERS.memoryFull;
  const isPost = c.req.method === 'POST' && POST_PATH.test(c.req.path);
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isPost) return ANSWERS.methodNotAllowed;
  const query = c.req.url.indexOf('?');
  const isLong = query >= 0 && c.req.url.length - query - 1 > MAX_QUERY_CHARS;
  if (isLong || c.req.path.length > MAX_PATH_CHARS) return ANSWERS.uriTooLong;
  const headers = c.env?.incoming?.rawHeaders ?? [];
  const size = headers.reduce((total, text) => total + text.length, 0);
  return size > MAX_HEADER_CHARS ? ANSWERS.headersTooLarge : undefined;
}

const METHODS = 'GET,HEAD,OPTIONS,POST';
const DAY_S = 86_400;
/** A header's name. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const MAX_NAMES = 50;
/** No response depends on cookies. */
const COOKIES = ['cookie', 'cookie2', 'set-cookie'];

/** Answers a preflight: any origin may send any header but cookies, which the clients of today name freely. */
export function preflight(c: ApiContext): Response {
  const named = (c.req.header('access-control-request-headers') ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const allowed = named.filter((name) => NAME.test(name) && !COOKIES.includes(name)).slice(0, MAX_NAMES);
  setHeaders(c, {
    'access-control-allow-methods': METHODS,
    'access-control-max-age': String(DAY_S),
    vary: 'access-control-request-headers',
    ...(allowed.length > 0 && { 'access-control-allow-headers': allowed.join(',') }),
  });
  return new Response(null, { status: 204, headers: c.get('headers') });
}

/** RFC 9745: 2026-07-01, as announced upstream. */
const DEPRECATED_SINCE = '@1782864000';
const LASTING: readonly string[] = [MCP_PATH, SOCKET_PATH];

/** Marks all answers of the per-instance surface, but /mcp and the websocket, as deprecated and links the multichain path. */
export function createDeprecation(chains: ServedChains, publicUrl: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.get('route').surface !== 'instance' || LASTING.includes(c.req.path)) return next();
    setHeaders(c, { deprecation: DEPRECATED_SINCE });
    const chain = await chains.find(undefined);
    if (chain) {
      const successor = `${publicUrl}/${chain.chain_id}${new URL(c.req.url).pathname}`;
      setHeaders(c, { link: `<${successor}>; rel="successor-version"` });
    }
    return next();
  });
}
