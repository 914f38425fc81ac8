import type { z } from 'zod';
import type { gateErrorBody, invalidBody, notFoundBody, statsErrorBody } from '@/lib/endpoints/errors';
import { VERIFICATION_LIMITS } from '@/lib/endpoints/verification';

/** An HTTP answer with a JSON body. */
export type Answer = Readonly<{
  status: AnswerStatus;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** Replaces `body`: a stream of unknown length. */
  stream?: AsyncIterable<string>;
}>;
/** The API's status codes. */
export type AnswerStatus =
  | 200
  | 202
  | 400
  | 401
  | 402
  | 404
  | 405
  | 409
  | 413
  | 414
  | 422
  | 426
  | 429
  | 431
  | 500
  | 503;

/** Returned by a handler to answer an error other than 404 `Not found`. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`refused with status ${answer.status}`);
    this.answer = answer;
  }
}

const MIB = 1024 * 1024;
const gate = (status: AnswerStatus, body: z.output<typeof gateErrorBody>, headers = {}): Answer => ({
  status,
  body,
  headers,
});
const busy = (error: string, seconds: number): Answer =>
  gate(503, { error, source: 'internal' }, { 'retry-after': String(seconds) });

/** Answers of the gate and the server. */
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
  bodyTooLarge: gate(413, {
    error: `A request has at most ${VERIFICATION_LIMITS.body / MIB} MB`,
    source: 'internal',
  }),
  headersTooLarge: gate(431, { error: 'Request header fields too large', source: 'internal' }),
  notVerifying: gate(404, { error: 'Contracts are not verified here', source: 'internal' }),
  tooManyBodies: busy('Too many bodies are being received', 5),
  memoryFull: busy('Too many answers are being sent', 5),
  queueFull: busy('Too many verifications are waiting', 60),
  badRequest: gate(400, { error: 'Bad request', source: 'internal' }),
  databaseTimeout: busy('The database did not answer in time', 5),
  databaseAway: busy('The database does not respond at the moment', 5),
  apiAway: busy('The API does not respond at the moment', 5),
  internalError: gate(500, { error: 'Internal server error', source: 'internal' }),
} as const satisfies Record<string, Answer>;

/** 404 of the explorer service. */
export function notFound(): Answer {
  const body: z.output<typeof notFoundBody> = { message: 'Not found' };
  return { status: 404, body };
}

/** An invalid parameter of the explorer service; `pointer` is its name. */
export type InvalidParameter = Readonly<{ pointer: string; detail: string }>;

/** 422 of the explorer service. */
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

/** An error of the statistics service: gRPC code 3 becomes 400, 5 becomes 404. */
export function statsError(code: 3 | 5, message: string): Answer {
  const body: z.output<typeof statsErrorBody> = { code, message, details: [] };
  return { status: code === 3 ? 400 : 404, body };
}
