import { readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** The paths that this process flushes to the disk until the test ends, in their order. Linux only. */
export async function watchSyncs(): Promise<readonly string[]> {
  const synced: string[] = [];
  const file = await open('/');
  const prototype = Object.getPrototypeOf(file);
  await file.close();
  const sync: typeof file.sync = prototype.sync;
  const watched = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof file) {
    synced.push(readlinkSync(`/proc/self/fd/${this.fd}`));
    return sync.call(this);
  });
  onTestFinished(() => watched.mockRestore());
  return synced;
}
