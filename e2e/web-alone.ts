import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { findFreePort } from '../lib/free-port';

/** The web role alone, in front of an API of the test. */
export type WebAlone = Readonly<{ url: string; process: ChildProcess; stop(): Promise<unknown> }>;

/** Starts `npm run web` with these variables and waits until it is ready. `stop` returns its exit code and signal. */
export async function startWebAlone(variables: Record<string, string>): Promise<WebAlone> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const web = spawn(process.execPath, ['dist/web.mjs'], {
    stdio: 'ignore',
    env: { ...process.env, NODE_ENV: 'production', API_KEY: 'k', ...variables, PORT: String(port) },
  });
  const exit = once(web, 'exit');
  await expect(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200)).toPass();
  return {
    url,
    process: web,
    stop: async () => {
      web.kill('SIGTERM');
      return exit;
    },
  };
}
