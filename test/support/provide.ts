import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** What a test file starts, which is stopped after it. */
export async function provide<T extends { stop(): Promise<unknown> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  afterAll(async () => void (await started.stop()));
  return started;
}

/** An empty folder of a test file, which is removed after it. */
export function provideFolder(prefix: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
