import { AppError } from '@/lib/errors';
import { classifyRefusal, type ErrorResponse, isRateLimit, type Refusal } from './refusal';

const TEXT_LIMIT = 200;

/** A node's text for the log: short, and without URLs, which may contain keys. */
function cutText(text: string): string {
  // The first cut bounds the input of the regular expression.
  return text
    .slice(0, 4 * TEXT_LIMIT)
    .replace(/https?:\/\/\S+/g, '…')
    .slice(0, TEXT_LIMIT);
}

/** A node's error response. `text`, cut, and `data` (revert output) are untrusted. Retryable when `refusal` is transient. */
export class RpcError extends AppError {
  readonly rpcCode: number;
  readonly refusal: Refusal;
  readonly isRateLimit: boolean;
  readonly data: unknown;
  readonly text: string;

  constructor(method: string, response: ErrorResponse, host?: string) {
    const subject = host === undefined ? method : `${host} ${method}`;
    const refusal = classifyRefusal(method, response);
    super('node_answer', `${subject}: error ${response.code}, ${JSON.stringify(cutText(response.message))}`, {
      retryable: refusal === 'transient',
    });
    this.name = 'RpcError';
    this.rpcCode = response.code;
    this.refusal = refusal;
    this.isRateLimit = isRateLimit(response);
    this.data = response.data;
    this.text = cutText(response.message);
  }
}

/** How a request failed. `retryAfterMs` is from `Retry-After`, at most 30 s; 0 without. */
export type Failure = Readonly<{
  code: 'node_unreachable' | 'node_answer';
  reason: string;
  retryAfterMs?: number;
  /** False when the same request would fail again. */
  isWorthRetrying?: boolean;
  /** It was about the number of requests, not about this one. */
  isRateLimit?: boolean;
}>;

/** No response, or an unreadable one. */
export class NoAnswerError extends AppError {
  readonly retryAfterMs: number;
  readonly isWorthRetrying: boolean;
  readonly isRateLimit: boolean;

  constructor(subject: string, failure: Failure) {
    const { code, reason, retryAfterMs = 0, isWorthRetrying = true, isRateLimit = false } = failure;
    super(code, `${subject}: ${reason}.`);
    this.name = 'NoAnswerError';
    this.retryAfterMs = retryAfterMs;
    this.isWorthRetrying = isWorthRetrying;
    this.isRateLimit = isRateLimit;
  }
}

/** The node's response exceeds our size limit. */
export class AnswerTooLargeError extends AppError {
  constructor(limitBytes: number) {
    super('node_answer', `The node's answer is longer than ${limitBytes} bytes.`, { retryable: false });
    this.name = 'AnswerTooLargeError';
  }
}
