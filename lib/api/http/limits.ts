import { createMiddleware } from 'hono/factory';
import { ANSWERS } from '@/lib/api/answer';
import { JSON_RPC_PATH } from '@/lib/endpoints/json-rpc';
import { MCP_PATH } from '@/lib/endpoints/mcp';
import { SIMULATION_PATH } from '@/lib/endpoints/simulation';
import { type ApiContext, type ApiEnv, NOT_CACHED, respond } from './respond';

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
