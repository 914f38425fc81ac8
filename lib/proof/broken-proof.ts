import { AppError } from '@/lib/errors';

/** AppError `proof`: the proof is invalid. */
export function broken(reason: string, cause?: unknown): AppError {
  return new AppError('proof', `the proof does not hold: ${reason}`, {
    cause,
    publicMessage: reason,
  });
}
