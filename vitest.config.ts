import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * `unit` stands beside its source and needs nothing; `system` starts real databases, nodes and programs; `long` is what
 * takes too long for every run.
 */
export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
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
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['{bin,lib,test}/**/*.{db,system}.test.ts', 'demo/**/*.test.ts'],
          exclude: ['**/*.long.test.ts', '**/node_modules/**'],
          globalSetup: ['test/support/global-setup.ts'],
          // Generous: what is slow on a busy machine is not wrong, and nothing here asserts times.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Much of it is waiting: for blocks, for timeouts, for programs that start.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
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
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
