import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Answer } from './answer';
import { etagOf, matchesEtag } from './etag';
import { toJson } from './json';
import type { Route } from './route';

/** The variables and bindings of a request; `incoming` is absent where no socket is, as in tests. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; route: Route };
};
/** A request in this API. */
export type ApiContext = Context<ApiEnv>;

/** Who may keep a 200: everybody for a second where no key is needed, otherwise nobody without asking again. */
export type CacheRule = 'public, max-age=1' | 'private, no-cache';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends an answer. A 200 carries an ETag and becomes 304 for a client that has it; other statuses are not to be kept.
 * `settle` adds headers once the status is known.
 */
export async function respond(
  c: ApiContext,
  answer: Answer,
  options: {
    cache: CacheRule;
    settle?: (status: Answer['status'] | 304) => Readonly<Record<string, string>>;
  },
): Promise<Response> {
  const text = toJson(answer.body);
  const etag = answer.status === 200 ? etagOf(text) : undefined;
  const isKnown = etag !== undefined && matchesEtag(c.req.header('if-none-match'), etag);
  const status = isKnown ? 304 : answer.status;
  const settled = options.settle?.(status);
  setHeaders(c, { ...answer.headers, ...settled });
  c.header('cache-control', etag === undefined ? 'no-store' : options.cache);
  if (etag !== undefined) c.header('etag', etag);
  if (isKnown) return c.body(null, 304);
  c.header('content-type', JSON_TYPE);
  return c.body(text, answer.status);
}

/** Sets several headers of the response to come. */
export function setHeaders(c: ApiContext, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) c.header(name, value);
}
