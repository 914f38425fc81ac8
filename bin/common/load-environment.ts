import nextEnv from '@next/env';

/** Loads `.env` and `.env.local` from the working directory; variables already set win. */
export function loadEnvironment(): void {
  const quiet = { info: () => undefined, error: console.error };
  nextEnv.loadEnvConfig(process.cwd(), false, quiet);
}
