import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS } from './scripts/chromium.mjs';
import { keepTemporaryFilesInMemory } from './scripts/temporary-files.mjs';

keepTemporaryFilesInMemory();
const executablePath = process.env.CHROMIUM_PATH;

/** The built product over the demo chain, read as people do: see e2e/start-site.ts. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-site.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  // Generous: what is slow on a busy machine is not wrong, and nothing here asserts times.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 240_000 } },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: CHROMIUM_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
    // Recording a trace of every test costs about a seventh of the run.
    trace: process.env.CI === undefined ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
