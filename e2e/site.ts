import { test as base } from '@playwright/test';
import { z } from 'zod';

/** What visitors need to know of the running product. */
export const SITE = z.object({
  url: z.string(),
  apiUrl: z.string(),
  apiKey: z.string(),
  chainId: z.string(),
  /** The node of the demo chain. */
  rpcUrl: z.string(),
  /** A contract that nobody verified yet. */
  lamp: z.string(),
  transactions: z.record(z.string(), z.string()),
});
/** The running product: its URLs, and the demo chain's noteworthy transactions by name. */
export type Site = z.output<typeof SITE>;

const VARIABLE = 'E2E_SITE';

/** Passes a site to the test processes. */
export function shareSite(site: Site): void {
  process.env[VARIABLE] = JSON.stringify(site);
}

/** Tests with the running site, and paths of the transactions by name. */
export const test = base.extend<{ site: Site; txPath: (name: string) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its pattern
  site: async ({}, use) => use(SITE.parse(JSON.parse(process.env[VARIABLE] ?? 'null'))),
  baseURL: async ({ site }, use) => use(site.url),
  txPath: async ({ site }, use) => {
    await use((name) => {
      const hash = site.transactions[name];
      if (hash === undefined) throw new Error(`the demo chain has no transaction called ${name}`);
      return `/${site.chainId}/tx/${hash}`;
    });
  },
});

export { expect } from '@playwright/test';
