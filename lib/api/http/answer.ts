import type { z } from 'zod';
import type { gateErrorBody, invalidBody, notFoundBody, statsErrorBody } from '@/lib/endpoints/errors';

/** A status and the JSON value of its body. */
export type Answer = Readonly<{
  status: AnswerStatus;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The body instead, as it is made; it has no end that is known beforehand. */
  stream?: AsyncIterable<string>;
}>;
/** The statuses that the API uses. */
export type AnswerStatus = 200 | 400 | 401 | 402 | 404 | 405 | 414 | 422 | 429 | 431 | 500 | 503;

/** A handler's way to answer something other than its response, where 404 `Not found` does not fit. */
export class Refusal {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

const gate = (status: AnswerStatus, body: z.output<typeof gateErrorBody>, headers = {}): Answer => ({
  status,
  body,
  headers,
});

/** The answers of the gate and of the server itself, each defined once. */
export const ANSWERS = {
  unauthorized: gate(401, { error: 'Unauthorized' }, { 'www-authenticate': 'Bearer' }),
  outOfCredits: gate(402, { error: 'Out of credits' }),
  tooManyRequests: gate(429, { error: 'Too many requests' }),
  unknownChain: gate(404, { error: 'Network not supported', source: 'internal' }),
  unknownPath: gate(404, { error: 'Not found', source: 'internal' }),
  methodNotAllowed: gate(
    405,
    { error: 'Method not allowed', source: 'internal' },
    { allow: 'GET, HEAD, OPTIONS' },
  ),
  uriTooLong: gate(414, { error: 'URI too long', source: 'internal' }),
  headersTooLarge: gate(431, { error: 'Request header fields too large', source: 'internal' }),
  badRequest: gate(400, { error: 'Bad request', source: 'internal' }),
  databaseTimeout: gate(503, { error: 'The database did not answer in time', source: 'internal' }),
  internalError: gate(500, { error: 'Internal server error', source: 'internal' }),
} as const satisfies Record<string, Answer>;

/** The explorer service does not have the row. */
export function notFound(): Answer {
  const body: z.output<typeof notFoundBody> = { message: 'Not found' };
  return { status: 404, body };
}

/** A parameter of the explorer service that cannot be understood; `pointer` is its name. */
export type InvalidParameter = Readonly<{ pointer: string; detail: string }>;

/** The explorer service does not understand these parameters. */
export function invalid(parameters: readonly InvalidParameter[]): Answer {
  const body: z.output<typeof invalidBody> = {
    errors: parameters.map(({ pointer, detail }) => ({
      title: 'Invalid value',
      source: { pointer: `/${pointer}` },
      detail,
    })),
  };
  return { status: 422, body };
}

/** An error of the statistics service: gRPC code 3 is 400, 5 is 404. */
export function statsError(code: 3 | 5, message: string): Answer {
  const body: z.output<typeof statsErrorBody> = { code, message, details: [] };
  return { status: code === 3 ? 400 : 404, body };
}
