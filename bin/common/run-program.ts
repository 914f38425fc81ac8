import { AppError } from '@/lib/errors';

/** Exit code: the configuration or environment must be fixed before a retry. */
export const EXIT_CONFIG = 2;
const EXIT_FAILURE = 1;

/**
 * Runs a program. On AppError, prints its message and exits with 2 (operator must act) or 1; anything else is a bug and
 * exits with 1 and a stack trace.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Prints the error; returns the exit code. */
function reportFailure(error: unknown): number {
  if (!(error instanceof AppError)) {
    console.error(error);
    return EXIT_FAILURE;
  }
  for (const line of error.message.split('\n')) console.error(`Error: ${line}`);
  return error.code === 'internal' ? EXIT_FAILURE : EXIT_CONFIG;
}
