import nextEnv from '@next/env';

/** Adds the variables of `.env` and `.env.local` of the working folder; what is set already stays. */
export function loadEnvironment(): void {
  const quiet = { info: () => undefined, error: console.error };
  nextEnv.loadEnvConfig(process.cwd(), false, quiet);
}
