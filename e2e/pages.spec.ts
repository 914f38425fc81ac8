import type { Browser, Page } from '@playwright/test';
import { ROUTES } from '../scripts/routes.mjs';
import { expectAccessible, expectContrast, overflowOf } from './checks';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';

const WIDTHS = [320, 390, 768, 1440];
/** Every path of a route in turn, on a busy machine. */
const MANY_PATHS_MS = 300_000;

for (const route of ROUTES) {
  test(`${route.route}: whole without a script, accessible, and never wider than its window`, async ({
    page,
    browser,
    site,
  }) => {
    test.setTimeout(MANY_PATHS_MS);
    const scriptless = await openScriptless(browser, site.url);
    for (const path of pathsOf(route, await readSamples(page.request, site))) {
      await test.step(`without a script: ${path}`, () => expectWhole({ page, scriptless, path }));
      expect(await page.locator('h1').count(), path).toBe(1);
      await page.emulateMedia({ colorScheme: 'light' });
      await test.step(`axe, light: ${path}`, () => expectAccessible(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      await test.step(`axe, dark: ${path}`, () => expectContrast(page));
      await expectFits(page, path);
    }
    await scriptless.context().close();
  });
}

type Both = Readonly<{ page: Page; scriptless: Page; path: string }>;

/** Opens the path with and without scripts: both have the same content, and the pager works without. */
async function expectWhole({ page, scriptless, path }: Both): Promise<void> {
  // the latest block may change between the two
  await expect(async () => {
    await Promise.all([page.goto(path), scriptless.goto(path)]);
    const content = await readContent(scriptless);
    expect(content.length, path).toBeGreaterThan(0);
    expect(content, path).toEqual(await readContent(page));
  }).toPass();
  expect(await scriptless.locator('main template').count(), path).toBe(0);
  await expectPages(scriptless, path);
}

async function openScriptless(browser: Browser, baseURL: string): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false, baseURL })).newPage();
}

/** With both forms of times: ages, and dates, which are longer. */
async function expectFits(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const time of ['relative', 'absolute']) {
      await page.evaluate((value) => {
        document.documentElement.dataset.time = value;
      }, time);
      expect(await overflowOf(page), `${path} at ${width}, times ${time}`).toBeLessThanOrEqual(0);
    }
  }
}

/** The texts of a page's headings, links, cells and facts, except ages, which change. */
function readContent(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, a, th, td, dt, dd)')]
      .filter((element) => element.closest('.needs-script, .recharts-wrapper') === null)
      .map((element) => {
        const copy = element.cloneNode(true);
        if (!(copy instanceof Element)) return '';
        for (const age of copy.querySelectorAll('[data-age]')) age.remove();
        return copy.textContent ?? '';
      }),
  );
}

/** Opens the next page if there is one, and the first one again. */
async function expectPages(page: Page, path: string): Promise<void> {
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' });
  if ((await next.count()) === 0) return;
  const rows = await page.getByRole('main').innerText();
  await next.click();
  await expect(page.getByRole('link', { name: 'First page' }), path).toBeVisible();
  expect(await page.getByRole('main').innerText(), path).not.toBe(rows);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(next, path).toBeVisible();
}
