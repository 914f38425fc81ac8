import { defineConfig } from '@playwright/test';

/** What a headless Chromium needs in a container without a network. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const executablePath = process.env.CHROMIUM_PATH;

/** The built product over the demo chain, read as people do: see e2e/start-site.ts. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-site.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { args: CHROMIUM_ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
    trace: 'retain-on-failure',
  },
});
