import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Answer } from '@/lib/api/answer';
import { toJson } from './json';
import type { ResponseMemory } from './response-memory';
import type { Route } from './route';

/** Hono's variables and bindings; `incoming` is absent in tests without a socket. */
export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    responseMemory: ResponseMemory;
    requestId: string;
    route: Route;
    headers: Record<string, string>;
  };
};
/** Hono's context in this API. */
export type ApiContext = Context<ApiEnv>;

/** Cache-Control of a 200: shared for a second without a key, else revalidated. */
export type CacheRule = 'public, max-age=1' | 'private, no-cache';
/** The rule of what is revalidated each time. */
export const NOT_CACHED = { cache: 'private, no-cache' } as const;

const encoder = new TextEncoder();
const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends an answer, or 304 if the ETag matches. `settle` adds headers once the status is known. */
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
  const bytes = Buffer.from(toJson(answer.body));
  c.get('responseMemory').add(c.env?.outgoing, bytes.length);
  const etag = answer.status === 200 ? etagOf(bytes) : undefined;
  const isNotModified = etag !== undefined && matchesEtag(c.req.header('if-none-match'), etag);
  const status = isNotModified ? 304 : answer.status;
  const headers = c.get('headers');
  Object.assign(headers, answer.headers, options.settle?.(status));
  headers['cache-control'] = etag === undefined ? 'no-store' : options.cache;
  if (etag !== undefined) headers.etag = etag;
  if (!isNotModified) headers['content-type'] = JSON_TYPE;
  // A plain header object and an untouched Response are several times faster in Hono's adapter.
  return new Response(isNotModified ? null : bytes, { status, headers });
}

/** A body that is always the same, in the bytes that all its answers share. */
export type PreparedBody = Readonly<{ bytes: Uint8Array<ArrayBuffer>; etag: string }>;

/** Prepares a body to be sent many times. */
export function prepareBody(body: unknown): PreparedBody {
  const bytes = Buffer.from(toJson(body));
  return { bytes, etag: etagOf(bytes) };
}

/** Sends a prepared body with status 200, or 304 if the ETag matches. */
export function respondPrepared(c: ApiContext, { bytes, etag }: PreparedBody, cache: CacheRule): Response {
  const isNotModified = matchesEtag(c.req.header('if-none-match'), etag);
  const headers = c.get('headers');
  Object.assign(
    headers,
    { etag, 'cache-control': cache },
    isNotModified ? {} : { 'content-type': JSON_TYPE },
  );
  return new Response(isNotModified ? null : bytes, { status: isNotModified ? 304 : 200, headers });
}

/** Pulls parts on demand and stops when the client disconnects. */
function toBytes(parts: AsyncIterable<string>): ReadableStream<Uint8Array> {
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

/** Sets response headers; names in lower case. */
export function setHeaders(c: ApiContext, headers: Readonly<Record<string, string>>): void {
  Object.assign(c.get('headers'), headers);
}

/** A body's strong ETag. */
function etagOf(body: Uint8Array): string {
  return `"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Whether If-None-Match matches an ETag, weak comparison and `*` included (RFC 9110 13.1.2). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((entry) => entry.trim().replace(/^W\//, ''))
    .some((entry) => entry === '*' || entry === etag);
}
