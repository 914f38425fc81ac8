import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { createLog } from '@/lib/log';

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string;
    /** Differs between runs. */
    run: string;
  }
}

/**
 * Starts the PostgreSQL of a test run, one for all projects, and provides its URL to `createTestDatabase`;
 * TEST_DATABASE_URL, of a superuser, replaces it. Vitest sets projects up one after another, and ends all after the last
 * test.
 */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // What the root is given, every project inherits.
  const root = vitest.getRootProject();
  if ('run' in root.getProvidedContext()) return undefined;
  root.provide('run', randomBytes(6).toString('hex'));
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    root.provide('databaseUrl', given);
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-test-'));
  const log = createLog({ name: 'test', level: 'warn' });
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  root.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
