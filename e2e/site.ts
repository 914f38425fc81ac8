import { test as base } from '@playwright/test';
import { z } from 'zod';

/** What of the running product is told to whoever visits it. */
export const SITE = z.object({
  url: z.string(),
  apiUrl: z.string(),
  apiKey: z.string(),
  chainId: z.string(),
  transactions: z.record(z.string(), z.string()),
});
/** The running product: where it is, and the demo chain's noteworthy transactions by name. */
export type Site = z.output<typeof SITE>;

const VARIABLE = 'E2E_SITE';

/** Tells the test processes of a site. */
export function shareSite(site: Site): void {
  process.env[VARIABLE] = JSON.stringify(site);
}

/** Tests with the running site, and paths of the transactions by name. */
export const test = base.extend<{ site: Site; txPath: (name: string) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from its pattern
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
