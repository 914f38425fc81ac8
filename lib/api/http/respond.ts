import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Answer } from './answer';
import { etagOf, matchesEtag } from './etag';
import { toJson } from './json';
import type { Route } from './route';

/** The variables and bindings of a request; `incoming` is absent where no socket is, as in tests. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string; route: Route; headers: Record<string, string> };
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
  if (answer.stream !== undefined) {
    setHeaders(c, { ...answer.headers, ...options.settle?.(answer.status), 'cache-control': 'no-store' });
    return new Response(toBytes(answer.stream), { status: answer.status, headers: c.get('headers') });
  }
  const text = toJson(answer.body);
  const etag = answer.status === 200 ? etagOf(text) : undefined;
  const isKnown = etag !== undefined && matchesEtag(c.req.header('if-none-match'), etag);
  const status = isKnown ? 304 : answer.status;
  const headers = c.get('headers');
  Object.assign(headers, answer.headers, options.settle?.(status));
  headers['cache-control'] = etag === undefined ? 'no-store' : options.cache;
  if (etag !== undefined) headers.etag = etag;
  if (!isKnown) headers['content-type'] = JSON_TYPE;
  // Headers that never were a Headers object, and a response that Hono has not touched, are sent several times faster.
  return new Response(isKnown ? null : text, { status, headers });
}

/** Parts are asked for as they are sent; nothing more is asked for when the client has gone. */
function toBytes(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 1 },
  );
}

/** Sets several headers of the response to come; names in lower case. */
export function setHeaders(c: ApiContext, headers: Readonly<Record<string, string>>): void {
  Object.assign(c.get('headers'), headers);
}
