import { AppError } from '@/lib/errors';
import { classifyRefusal, type ErrorResponse, isRateLimit, type Refusal } from './refusal';

const TEXT_LIMIT = 200;

/** A node's error response. `data` (revert output) is untrusted. Retryable when `refusal` is transient. */
export class RpcError extends AppError {
  readonly rpcCode: number;
  readonly refusal: Refusal;
  readonly isRateLimit: boolean;
  readonly data: unknown;

  constructor(method: string, response: ErrorResponse, host?: string) {
    const text = response.message.replace(/https?:\/\/\S+/g, '…').slice(0, TEXT_LIMIT);
    const subject = host === undefined ? method : `${host} ${method}`;
    const refusal = classifyRefusal(method, response);
    super('node_answer', `${subject}: error ${response.code}, ${JSON.stringify(text)}`, {
      retryable: refusal === 'transient',
    });
    this.name = 'RpcError';
    this.rpcCode = response.code;
    this.refusal = refusal;
    this.isRateLimit = isRateLimit(response);
    this.data = response.data;
  }
}

/** The node's response exceeds our size limit. */
export class AnswerTooLargeError extends AppError {
  constructor(limitBytes: number) {
    super('node_answer', `The node's answer is longer than ${limitBytes} bytes.`, { retryable: false });
    this.name = 'AnswerTooLargeError';
  }
}
