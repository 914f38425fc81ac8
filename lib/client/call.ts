import { parse } from 'lossless-json';
import { cache } from 'react';
import type { z } from 'zod';
import { type Config, loadConfig } from '@/lib/config';
import { type Endpoint, SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { AppError, type ErrorCode, hasErrorCode } from '@/lib/errors';
import { withQuery } from '@/lib/format/link';
import { type Msg, msg, t } from '@/lib/language/t';
import { noteApiAway, scopeHeaders } from '@/lib/request-scope';
import { pause } from '@/lib/retry';
import { parseLeniently } from './parse-leniently';
import { readBounded } from './read-bounded';
import { SUBSTITUTES } from './substitutes';

/** Time budget of a page for all its calls. */
const PAGE_MS = 10_000;
/** Generous, as a download runs at the client's speed. */
const FILE_TIMEOUT_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Rates of keys count by the second, those of an address by the minute, for which no page waits. */
const MAX_WAIT_S = 2;
const MAX_WAITS = 3;

/** How long an operation that the API lacks is not requested again. */
const LACKING_MS = 60_000;

/** Codes of errors that are answers. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set(['api_answer', 'api_rejected']);

type Query = Readonly<Record<string, unknown>>;
/** Parameters of a call. `chain` is a decimal chain ID. */
export type CallRequest<E extends Endpoint> = Readonly<{
  chain: string;
  params: z.input<E['params']>;
  query?: z.input<E['query']>;
}>;

/**
 * Calls the API with the server-held key (server only), deduplicated per page render. Undefined for 404. Throws
 * AppError `api_unreachable` (no answer in time, or this server is refused), `api_rejected` (the request is not valid:
 * 400, 422) or `api_answer`. Operations that only our own API has are substituted by others where it lacks them.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<z.output<E['response']> | undefined> {
  const substitute = SUBSTITUTES.get(endpoint.id);
  if (substitute === undefined) return callItself(endpoint, request);
  const isLacking = (lackingUntil.get(endpoint.id) ?? 0) > performance.now();
  const own = isLacking ? undefined : await callItself(endpoint, request);
  if (own !== undefined) return own;
  const answer = await substitute.answer(request, {
    call: callItself,
    callExtra: callItselfForExtra,
    read: readJson,
  });
  if (answer === undefined) return undefined;
  lackingUntil.set(endpoint.id, performance.now() + LACKING_MS);
  return parseAnswer<E['response']>(endpoint.response, answer, endpoint.id);
}

/** Operations that the API answered with 404 although the entity exists. */
const lackingUntil = new Map<string, number>();

async function callItself<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<z.output<E['response']> | undefined> {
  return readJson<E['response']>(callPath(endpoint, request), endpoint.response, endpoint.id);
}

const callItselfForExtra = <E extends Endpoint>(endpoint: E, request: CallRequest<E>) =>
  callItself(endpoint, request).catch(undefinedIf('api_rejected')).catch(undefinedIf('api_answer'));

/** Like `call`: undefined also if the API finds the request not valid. */
export async function callUnlessRejected<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<z.output<E['response']> | undefined> {
  return call(endpoint, request).catch(undefinedIf('api_rejected'));
}

/** Like `call` for optional data: undefined also if the API rejects the request or its answer does not parse. */
export async function callExtra<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<z.output<E['response']> | undefined> {
  return callUnlessRejected(endpoint, request).catch(undefinedIf('api_answer'));
}

function undefinedIf(code: ErrorCode) {
  return (error: unknown): undefined => {
    if (!hasErrorCode(error, code)) throw error;
  };
}

/** Like `callExtra`, with the reason for visitors when the API does not answer the request; no answer is 404. */
export async function callOrReason<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<{ answer?: z.output<E['response']> | undefined; reason?: string }> {
  try {
    return { answer: await call(endpoint, request) };
  } catch (error) {
    if (error instanceof AppError && ANSWERED.has(error.code)) return { reason: error.publicMessage };
    throw error;
  }
}

/** Parses an answer leniently (see `parseLeniently`). Throws AppError `api_answer` naming the first invalid field. */
function parseAnswer<S extends z.ZodType>(schema: S, json: unknown, name: string): z.output<S> {
  const parsed = parseLeniently(schema, json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined ? '' : ` at ${issue.path.join('.') || 'the top'}: ${issue.message}`;
  throw new AppError('api_answer', `The API's answer to ${name} has another form${where}`, {
    cause: parsed.error,
    publicMessage: t('The API returned data in an unknown format.'),
  });
}

/** Reads JSON at an API path as a schema says; undefined for 404. */
export type ReadJson = <S extends z.ZodType>(
  path: string,
  schema: S,
  name: string,
) => Promise<z.output<S> | undefined>;

/** Reads JSON at an API path, leniently; `name` is what errors call it. Throws like `call`. */
export const readJson: ReadJson = async (path, schema, name) => {
  const json = await getJson(path);
  return json === undefined ? undefined : parseAnswer(schema, json, name);
};

/** JSON at an API path, once per page render; undefined for 404. Integers beyond 2^53 are bigint. */
export const getJson = cache(async (path: string): Promise<unknown> => {
  const { apiUrl, apiKey } = currentConfig();
  const response = await send(`${apiUrl}${path}`, apiKey);
  const text = await readBounded(response, MAX_BYTES);
  if (response.status === 404) return undefined;
  if (response.status !== 200) throw refusal(path, response);
  return parseJson(path, text);
});

let config: Config | undefined;

function currentConfig(): Config {
  config ??= loadConfig();
  return config;
}

/**
 * Opens a CSV export of the API; undefined for 404. A caller that does not read the body to the end must cancel it.
 * Throws AppError `api_unreachable`, `api_rejected` or `api_answer`.
 */
export async function openCsv<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const { apiUrl, apiKey } = currentConfig();
  const path = callPath(endpoint, request);
  const response = await send(`${apiUrl}${path}`, apiKey, FILE_TIMEOUT_MS);
  if (response.status === 200 && response.body !== null) return response.body;
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  throw refusal(path, response);
}

/**
 * The API's own answer to a path: its text where there is one, or it is not found or not valid (200, 404, 422). Throws
 * AppError `api_unreachable` or `api_answer`.
 */
export async function readAnswer(path: string): Promise<{ status: number; text: string }> {
  const { apiUrl, apiKey } = currentConfig();
  const response = await send(`${apiUrl}${path}`, apiKey);
  const text = await readBounded(response, MAX_BYTES);
  if (response.status !== 200 && response.status !== 404 && response.status !== 422)
    throw refusal(path, response);
  return { status: response.status, text };
}

/** Path and query of a call, relative to the API's URL. */
export function callPath<E extends Endpoint>(endpoint: E, request: CallRequest<E>): string {
  const path = fillPath(endpoint, request.params);
  const prefix = `/${encodeURIComponent(request.chain)}${SERVICE_PREFIX[endpoint.service]}`;
  return withQuery(`${prefix}${path}`, request.query ?? {});
}

/** When the page being rendered gives up, by the monotonic clock; outside of a page, when the call does. */
const findDeadline = cache(() => performance.now() + PAGE_MS);

function remainingMs(): number {
  return Math.max(1, Math.ceil(findDeadline() - performance.now()));
}

/** The answer to a call. One that comes too soon after others (429) is repeated when the API says it may be. */
async function send(url: string, apiKey: string | undefined, timeoutMs?: number): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const answer = await sendOnce(url, apiKey, timeoutMs ?? remainingMs());
    const seconds = Number(answer.headers.get('retry-after') ?? '');
    const isSoon = seconds > 0 && seconds <= MAX_WAIT_S && waits < MAX_WAITS;
    if (answer.status !== 429 || !isSoon || seconds * 1000 >= remainingMs()) return answer;
    await answer.body?.cancel();
    await pause(seconds * 1000);
  }
}

async function sendOnce(url: string, apiKey: string | undefined, timeoutMs: number): Promise<Response> {
  try {
    return await fetch(url, {
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...scopeHeaders(),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
    });
  } catch (cause) {
    noteApiAway();
    throw new AppError('api_unreachable', 'The API does not answer', {
      cause,
      publicMessage: describeRefusal(0),
    });
  }
}

/** Statuses that refuse this server, whatever the request. */
const REFUSALS: ReadonlyMap<number, Msg> = new Map([
  [401, msg('The API rejected the key of this site. Its operator must correct API_KEY.')],
  [402, msg('This site has used up its API credits. Its operator must raise the plan.')],
  [403, msg('The API rejected this site. Its operator must check API_URL and API_KEY.')],
  [429, msg('The API is receiving too many requests. Try again in a few seconds.')],
]);

/** Statuses of an API, or of what is in front of it, that cannot answer for now. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Statuses of an invalid request. */
const REJECTED: ReadonlySet<number> = new Set([400, 422]);

/** The meaning of an API status for a visitor, and what to do; 0 stands for no answer. */
export function describeRefusal(status: number): string {
  if (status === 0) return t('The API does not respond. Try again in a minute.');
  return t(REFUSALS.get(status) ?? msg('The API returned an error. Try again in a minute.'));
}

function refusal(path: string, { status, headers }: Response): AppError {
  const code = REFUSALS.has(status)
    ? 'api_unreachable'
    : REJECTED.has(status)
      ? 'api_rejected'
      : 'api_answer';
  if (REFUSALS.has(status) || AWAY.has(status)) noteApiAway();
  const seconds = Number(headers.get('retry-after') ?? '');
  const isForNow = status === 503 && Number.isInteger(seconds) && seconds > 0;
  return new AppError(code, `The API answered ${status} to ${path}`, {
    publicMessage: isForNow
      ? t(
          'The API cannot answer at the moment. Try again in {seconds, plural, one {# second} other {# seconds}}.',
          { seconds },
        )
      : describeRefusal(status),
  });
}

/** JSON of the API without loss: integers beyond 2^53 are bigint. Throws AppError `api_answer`. */
export function parseJson(path: string, text: string): unknown {
  try {
    // Only integers of 16 or more digits can lose precision as a double; everything else takes the fast parser.
    if (!/[:[,]\s*-?\d{16}/.test(text)) return JSON.parse(text);
    return parse(text, null, { parseNumber });
  } catch (cause) {
    throw new AppError('api_answer', `The API's answer to ${path} is not JSON`, {
      cause,
      publicMessage: t('The API returned something other than JSON.'),
    });
  }
}

function parseNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(text) ? value : BigInt(text);
}

function fillPath(endpoint: Endpoint, params: Query): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
