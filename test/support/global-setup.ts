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
 * Starts the PostgreSQL of a test run and provides its URL to `createTestDatabase`; TEST_DATABASE_URL, of a superuser,
 * replaces it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('run', randomBytes(6).toString('hex'));
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('databaseUrl', given);
    return async () => undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-test-'));
  const log = createLog({ name: 'test', level: 'warn' });
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  project.provide('databaseUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
