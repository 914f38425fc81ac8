/** Error codes; branch on these, never on messages. */
export type ErrorCode =
  | 'config'
  | 'chain_mismatch'
  | 'database'
  | 'node_unreachable'
  | 'node_answer'
  | 'not_found'
  | 'api_unreachable'
  | 'api_answer'
  | 'api_rejected'
  | 'proof'
  | 'not_leader'
  | 'internal';

/** The project's only error class. `message` is for the operator's log; `publicMessage` is shown to anyone, and says nothing unless it is given. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly publicMessage: string;
  readonly retryable: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; publicMessage?: string; retryable?: boolean } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.publicMessage = options.publicMessage ?? 'This is not available right now.';
    this.retryable = options.retryable ?? (code === 'node_unreachable' || code === 'node_answer');
  }
}

/** True if the error or one of its causes is an AppError with that code. */
export function hasErrorCode(error: unknown, code: ErrorCode): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof AppError && current.code === code) return true;
  }
  return false;
}

/** The code of an error of the system, a driver or PostgreSQL ('ENOENT', '57P01'); undefined for one without. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
