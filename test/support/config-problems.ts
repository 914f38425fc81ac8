import { loadConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';

/** The lines that `loadConfig` refuses an environment with; none if it is right. */
export function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof AppError && error.code === 'config') return error.message.split('\n');
    throw error;
  }
  return [];
}
