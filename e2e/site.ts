import { test as base, type Locator, type Page } from '@playwright/test';
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

/** Until the page's scripts listen, if it has any that run: what is pressed or pointed at before is lost. */
async function untilHydrated(page: Page): Promise<void> {
  const wait = () =>
    new Promise<void>((resolve) => {
      const hasRoot = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'));
      const begin = performance.now();
      const end = () => {
        Reflect.set(document, 'isHydrated', true);
        resolve();
      };
      const look = () => {
        if (performance.now() - begin > 15_000 || !document.querySelector('script[src*="/_next/"]')) end();
        else if (hasRoot()) requestIdleCallback(end, { timeout: 5_000 });
        else setTimeout(look, 20);
      };
      if (Reflect.get(document, 'isHydrated')) resolve();
      else look();
    });
  // It may go on to another page meanwhile.
  await page.evaluate(wait).catch(() => undefined);
}

/** Pages that run scripts. */
const scripted = new WeakSet<Page>();
let areClicksPatched = false;

/** Lets a page be opened once it is hydrated, by its address or by a click on a link. */
function openHydrated(page: Page): void {
  scripted.add(page);
  const goto = page.goto.bind(page);
  page.goto = async (...request) => {
    const response = await goto(...request);
    await untilHydrated(page);
    return response;
  };
  if (areClicksPatched) return;
  areClicksPatched = true;
  const locators: Pick<Locator, 'click'> = Object.getPrototypeOf(page.locator('html'));
  const { click } = locators;
  locators.click = async function (this: Locator, ...options) {
    await click.apply(this, options);
    if (scripted.has(this.page())) await untilHydrated(this.page());
  };
}

/** Tests with the running site, whose pages are opened once they are hydrated, and paths of the transactions by name. */
export const test = base.extend<{ site: Site; txPath: (name: string) => string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its pattern
  site: async ({}, use) => use(SITE.parse(JSON.parse(process.env[VARIABLE] ?? 'null'))),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) openHydrated(page);
    await use(page);
  },
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
