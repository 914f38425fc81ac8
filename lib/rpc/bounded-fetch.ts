import { AnswerTooLargeError } from './rpc-error';

/** Limits of one HTTP request. */
export type FetchLimits = Readonly<{ maxBytes: number; timeoutMs: number; signal?: AbortSignal | undefined }>;

/** An HTTP response that was read to its end, decompressed. */
export type HttpAnswer = Readonly<{ status: number; retryAfterMs: number; body: Buffer }>;

/** Cap of `Retry-After`. */
const MAX_RETRY_AFTER_MS = 30_000;

/**
 * Sends a request and reads the response, at most `maxBytes` of it once decompressed, within `timeoutMs` for all.
 * Follows no redirect: it may lead to an address inside the operator's network. Throws AnswerTooLargeError, a
 * DOMException after the timeout, and errors of fetch.
 */
export async function fetchBounded(
  url: string,
  init: Readonly<{ method?: string; headers: Readonly<Record<string, string>>; body?: string }>,
  limits: FetchLimits,
): Promise<HttpAnswer> {
  const limit = startLimit(limits);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: limit.signal });
    return {
      status: response.status,
      retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
      body: await readBody(response, limits.maxBytes),
    };
  } finally {
    limit.end();
  }
}

/** Aborts after the time, or with the outer signal; unlike `AbortSignal.any`, leaves no listener there after `end`. */
function startLimit({ timeoutMs, signal: outer }: FetchLimits) {
  const controller = new AbortController();
  const abort = () => controller.abort(outer?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('no answer in time', 'TimeoutError')),
    timeoutMs,
  );
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  const end = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end };
}

/** Seconds or a date; 0 when absent or unreadable. */
function readRetryAfter(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  if (Number(response.headers.get('content-length')) > maxBytes) {
    await response.body?.cancel();
    throw new AnswerTooLargeError(maxBytes);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AnswerTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
