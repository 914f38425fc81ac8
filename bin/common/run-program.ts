import { AppError } from '@/lib/errors';

/** What the shell learns: the configuration or the surroundings must be changed before another try. */
export const EXIT_CONFIG = 2;
const EXIT_FAILURE = 1;

/**
 * Runs a program to its end. An AppError ends it with its message on standard error and exit code 2 (what the
 * operator must change) or 1; anything else is a bug, shown with its stack and exit code 1.
 */
export async function runProgram(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.exitCode = reportFailure(error);
  }
}

/** Prints what ended a program, and answers the exit code that says so. */
function reportFailure(error: unknown): number {
  if (!(error instanceof AppError)) {
    console.error(error);
    return EXIT_FAILURE;
  }
  for (const line of error.message.split('\n')) console.error(`Error: ${line}`);
  return error.code === 'internal' ? EXIT_FAILURE : EXIT_CONFIG;
}
