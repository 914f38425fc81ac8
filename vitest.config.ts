import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

// On a disk, databases cost more time in the kernel than at work.
keepTemporaryFilesInMemory();

/** Small files that take long: begun by size, as Vitest does without durations of a run before, they would be the last. */
const SLOW =
  /\/(reads|lies|lies-of-content|rewrite-block|process|other-chain|start)\.system\.test\.ts$|\/start-demo\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const isSlow = (file: (typeof files)[number]) => Number(SLOW.test(file.moduleId));
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one));
  }
}

/**
 * `unit` stands beside its source and needs nothing; `database` needs PostgreSQL; `system` starts real databases, nodes
 * and programs; `long` is what takes too long for every run. Files of the first three share the modules of their worker:
 * to import them for each file cost more than half of the processor time.
 */
export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    sequence: { sequencer: SlowFirst },
    // Generous: what is slow on a busy machine is not wrong, and nothing here asserts times.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'lib/**/*.test.ts',
            'components/**/*.test.ts',
            'bin/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['**/*.{db,system,long}.test.ts', '**/node_modules/**'],
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['{bin,lib,test}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{bin,lib,test}/**/*.system.test.ts', 'demo/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', '**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          isolate: false,
          // Much of it is waiting: for blocks, for timeouts, for programs that start.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude: ['**/node_modules/**', 'dist/**', '.next/**'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 3_600_000,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
