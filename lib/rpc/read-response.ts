import type { HttpAnswer } from './bounded-fetch';
import { JsonBoundsError, requireBounded } from './json-bounds';
import type { BodyFilter } from './list-filter';
import { isFields } from './read-fields';
import { type ErrorResponse, isRateLimit } from './refusal';

/** The response to one request. */
export type Outcome = Readonly<{ kind: 'result'; result: unknown } | { kind: 'error'; error: ErrorResponse }>;

/** Thrown for a body that is no JSON-RPC response; the message contains nothing of it. */
export class MalformedResponseError extends Error {}

/** Thrown for a body that would take too much memory, as it would the next time. */
export class UnboundedResponseError extends MalformedResponseError {}

/** Thrown for a response that rejects a batch as a whole. */
export class BatchRefusedError extends Error {}

/** Thrown for a response without JSON-RPC content. */
export class HttpStatusError extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor({ status, retryAfterMs }: HttpAnswer) {
    super(`HTTP status ${status}`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The HTTP status of a rate limit. */
export const TOO_MANY_REQUESTS = 429;
/** An error about the size of the batch, whatever its code. */
const BATCH_TEXT = /batch/i;

/** Longer texts are truncated; the log shows less. */
const MAX_MESSAGE = 1_000;

/** The outcome that the body of a successful answer holds. Throws MalformedResponseError. */
export type ReadBody = (body: Buffer, maxDepth: number) => Promise<Outcome> | Outcome;

/** `read`: reads the body, elsewhere. `filter`: for each try, what takes parts out of the body as it arrives. */
export type Reading = Readonly<{ read?: ReadBody; filter?: () => BodyFilter }>;

/** Reads it in this thread. */
export const readBody: ReadBody = (body, maxDepth) => readOutcome(parse(body, maxDepth));

/** The outcome of one request. Throws MalformedResponseError, or HttpStatusError unless an error response came along. */
export async function readResponse(answer: HttpAnswer, maxDepth: number, read = readBody): Promise<Outcome> {
  if (isSuccess(answer)) return read(answer.body, maxDepth);
  try {
    const outcome = readOutcome(parse(answer.body, maxDepth));
    if (outcome.kind === 'error') return outcome;
  } catch (error) {
    if (!(error instanceof MalformedResponseError)) throw error;
  }
  throw new HttpStatusError(answer);
}

/** The outcomes of the requests with these ids, in their order. Throws as `readResponse` does. */
export function readBatch(answer: HttpAnswer, ids: readonly number[], maxDepth: number): Outcome[] {
  if (!isSuccess(answer)) throw new HttpStatusError(answer);
  const entries = parse(answer.body, maxDepth);
  if (!Array.isArray(entries)) {
    const outcome = readOutcome(entries);
    if (outcome.kind === 'error' && isRateLimit(outcome.error) && !BATCH_TEXT.test(outcome.error.message))
      return ids.map(() => outcome);
    throw new BatchRefusedError('the response to a batch is not an array');
  }
  const byId = new Map(entries.map((entry) => [isFields(entry) ? entry.id : undefined, entry]));
  if (byId.size !== entries.length || !ids.every((id) => byId.has(id)))
    throw new MalformedResponseError('the response to a batch is incomplete');
  return ids.map((id) => readOutcome(byId.get(id)));
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

function parse(body: Buffer, maxDepth: number): unknown {
  try {
    requireBounded(body, maxDepth);
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonBoundsError) throw new UnboundedResponseError(`the response ${error.message}`);
    throw new MalformedResponseError('the response is not JSON');
  }
}

function readOutcome(response: unknown): Outcome {
  if (!isFields(response)) throw new MalformedResponseError('the response is not JSON-RPC');
  if (response.error != null) return { kind: 'error', error: readError(response.error) };
  if (response.result === undefined) throw new MalformedResponseError('the response has no result');
  return { kind: 'result', result: response.result };
}

/** Keeps only the parts of `data` that may be revert output: a string, or the strings of an object. */
function readError(error: unknown): ErrorResponse {
  if (!isFields(error) || !Number.isSafeInteger(error.code))
    throw new MalformedResponseError('the response has a malformed error');
  const message = typeof error.message === 'string' ? error.message.slice(0, MAX_MESSAGE) : '';
  const inner = isFields(error.data) ? error.data.data : error.data;
  return { code: Number(error.code), message, ...(typeof inner === 'string' && { data: inner }) };
}
