import { AppError } from '@/lib/errors';

/** JSON-RPC codes by which nodes say that they do not offer a method (EIP-1474, and -32600 of some providers). */
const MISSING_METHOD: ReadonlySet<number> = new Set([-32601, -32600, -32004]);
/** Codes that speak of the moment, not of the question: limits (also sent as 429 inside a batch). */
const TRANSIENT: ReadonlySet<number> = new Set([-32005, 429]);
/** geth's code of a reverted call. */
const REVERTED = 3;
const TEXT_LIMIT = 200;

/**
 * The node understood the request and refused it. `data` is what it attached (the output of a reverted call);
 * nothing of it is trusted. Retryable only when the refusal is about limits.
 */
export class RpcError extends AppError {
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(
    subject: string,
    answer: { code: number; message: string; data?: unknown },
    options: { cause?: unknown } = {},
  ) {
    const text = answer.message.replace(/https?:\/\/\S+/g, '…').slice(0, TEXT_LIMIT);
    super('node_answer', `${subject}: error ${answer.code}, ${JSON.stringify(text)}`, {
      ...options,
      retryable: TRANSIENT.has(answer.code),
    });
    this.name = 'RpcError';
    this.rpcCode = answer.code;
    this.data = answer.data;
  }

  /** The node does not offer the method at all. */
  get isMissingMethod(): boolean {
    return MISSING_METHOD.has(this.rpcCode);
  }

  /** The call was executed and reverted. */
  get isRevert(): boolean {
    return this.rpcCode === REVERTED;
  }
}

/** The node's answer was longer than we are willing to hold. */
export class AnswerTooLargeError extends AppError {
  constructor(limitBytes: number) {
    super('node_answer', `The node's answer is longer than ${limitBytes} bytes.`, { retryable: false });
    this.name = 'AnswerTooLargeError';
  }
}
