import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { killAtRandom } from '../support/kill-at-random';

test('fifty kills of everything at random instants leave an index that starts and is whole', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-kills-'));
  try {
    await killAtRandom(dataDir, 50);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
