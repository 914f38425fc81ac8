import { createMiddleware } from 'hono/factory';
import { ANSWERS } from './answer';
import { type ApiContext, type ApiEnv, respond } from './respond';

/** The longest query, in characters. */
const LONGEST_QUERY = 5_000;
/** The longest path, in characters: far above every path that exists. */
const LONGEST_PATH = 2_000;
/** The most that all headers together may take, as Node itself allows by default. */
const LARGEST_HEADERS = 16_384;

/** Refuses what no operation can want: other methods, long addresses, large headers. */
export const limits = createMiddleware<ApiEnv>(async (c, next) => {
  const refusal = refusalOf(c);
  return refusal ? respond(c, refusal, { cache: 'private, no-cache' }) : next();
});

function refusalOf(c: ApiContext) {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return ANSWERS.methodNotAllowed;
  const query = c.req.url.indexOf('?');
  const isLong = query >= 0 && c.req.url.length - query - 1 > LONGEST_QUERY;
  if (isLong || c.req.path.length > LONGEST_PATH) return ANSWERS.uriTooLong;
  const headers = c.env?.incoming?.rawHeaders ?? [];
  const size = headers.reduce((total, text) => total + text.length, 0);
  return size > LARGEST_HEADERS ? ANSWERS.headersTooLarge : undefined;
}
