import { AppError } from '@/lib/errors';
import { MalformedResponseError, UnboundedResponseError } from '@/lib/rpc/read-response';
import { AnswerTooLargeError, NoAnswerError, RpcError } from '@/lib/rpc/rpc-error';

/** An error as it goes from one thread to another, which would lose its class and what it says. */
export type SentError = Readonly<{ kind: number; fields: Readonly<Record<string, unknown>> }>;

const NOTHING = { code: 0, message: '' };
/** The classes that are told apart, each before the one that it extends; `fill` makes one for the fields of another. */
const CLASSES = [
  { type: RpcError, fill: () => new RpcError('', NOTHING) },
  { type: NoAnswerError, fill: () => new NoAnswerError('', { code: 'node_answer', reason: '' }) },
  { type: AnswerTooLargeError, fill: () => new AnswerTooLargeError(0) },
  { type: AppError, fill: () => new AppError('internal', '') },
  { type: UnboundedResponseError, fill: () => new UnboundedResponseError() },
  { type: MalformedResponseError, fill: () => new MalformedResponseError() },
  { type: Object, fill: () => new Error() },
] as const;

/** An error to be sent, without its cause. */
export function packError(error: unknown): SentError {
  const kind = CLASSES.findIndex(({ type }) => error instanceof type);
  if (!(error instanceof Error)) return { kind, fields: { message: String(error) } };
  const { message, stack } = error;
  return { kind, fields: { ...error, message, stack } };
}

/** The error that was packed, of the same class. */
export function unpackError({ kind, fields }: SentError): Error {
  return Object.assign(CLASSES[kind]?.fill() ?? new Error(), fields);
}
