import { HttpRequestError } from 'viem';
import { AnswerTooLargeError } from './rpc-error';

type FetchOptions = { maxBytes: number; timeoutMs: number };

/** A response whose body has been read. */
class ReadResponse extends Response {
  readonly #text: string;

  constructor(text: string, init: ResponseInit) {
    super(null, init);
    this.#text = text;
  }

  override text(): Promise<string> {
    return Promise.resolve(this.#text);
  }
}

/**
 * A `fetch` for viem's http transport that reads at most `maxBytes` of the body within `timeoutMs` (viem's timeout
 * ends with the headers), and rejects incomplete batch responses, which viem would assign to the wrong requests. A
 * response to a batch that is no list is reported as HTTP 400, which viem does not retry.
 */
export function createAnswerFetch({ maxBytes, timeoutMs }: FetchOptions) {
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const limit = startLimit(timeoutMs, init.signal);
    const { response, text } = await fetchText(input, { ...init, signal: limit.signal }, maxBytes).finally(
      limit.end,
    );
    if (response.ok && typeof init.body === 'string' && init.body.startsWith('[')) {
      requireWholeBatch(init.body, text);
    }
    return new ReadResponse(text, { status: readStatus(response.status), headers: response.headers });
  };
}

/** Aborts after `timeoutMs`, or with `outer`; unlike `AbortSignal.any`, leaves no listener on `outer` after `end`. */
function startLimit(timeoutMs: number, outer: AbortSignal | null | undefined) {
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

async function fetchText(input: string | URL | Request, init: RequestInit, maxBytes: number) {
  const response = await fetch(input, init);
  return { response, text: await readBody(response, maxBytes) };
}

/** A Response cannot have a body with 101, 204, 205 or 304; none of them answers a JSON-RPC request. */
function readStatus(status: number): number {
  return status === 204 || status === 205 || status === 304 || status < 200 ? 502 : status;
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
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
  return Buffer.concat(chunks, size).toString('utf8');
}

function requireWholeBatch(request: string, answer: string): void {
  const answers: unknown = JSON.parse(answer);
  if (!Array.isArray(answers)) throw new HttpRequestError({ status: 400, url: '' });
  const answered = new Set(answers.map(readId));
  if (answered.size !== answers.length || !readIds(request).every((id) => answered.has(id))) {
    throw new TypeError('the answer to a batch is not complete');
  }
}

function readIds(request: string): unknown[] {
  const sent: unknown = JSON.parse(request);
  return Array.isArray(sent) ? sent.map(readId) : [];
}

function readId(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
}
