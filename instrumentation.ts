import type { Instrumentation } from 'next';

/** What bin/web offers the pages, where Next serves by itself. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || globalThis.languages !== undefined) return;
  const { serveByNext } = await import('./app/serve-by-next');
  serveByNext();
}

/** Next itself says nothing of a failed page in production. */
export const onRequestError: Instrumentation.onRequestError = async (error, { path, method }) => {
  // also built for the edge runtime, which has no log
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { logFailure } = await import('./app/log-failure');
  logFailure(error, { path, method });
};
