import type { Page } from '@playwright/test';
import { ROUTES } from '../scripts/routes.mjs';
import { expectAccessible, expectContrast } from './checks';
import { expectRightToLeft } from './right-to-left';
import { pathsOf, readSamples } from './samples';
import { expect, test } from './site';

const WIDTHS = [320, 390, 768, 1440];
/** Those that are tried from right to left as well. */
const ROUTES_OF_EVERY_DAY =
  /^\/(\[chain\](\/(blocks|txs|tokens|token-transfers|gas|stats|block\/\[id\]|tx\/\[hash\](\/[\w-]+)?|address\/\[hash\]))?|settings)?$/;

for (const route of ROUTES) {
  test(`${route.route}: whole without a script, accessible, and never wider than its window`, async ({
    page,
    browser,
    site,
  }) => {
    const scriptless = await (
      await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
    ).newPage();
    const paths = pathsOf(route, await readSamples(page.request, site));
    for (const path of paths) {
      await test.step(`without a script: ${path}`, async () => {
        if (await expectWhole(page, path)) await expectPages(scriptless, path);
      });
      expect(await page.locator('h1').count(), path).toBe(1);
      await page.emulateMedia({ colorScheme: 'light' });
      await test.step(`axe, light: ${path}`, () => expectAccessible(page));
      await page.emulateMedia({ colorScheme: 'dark' });
      await test.step(`axe, dark: ${path}`, () => expectContrast(page));
      await test.step(`widths: ${path}`, () => expectFits(page, path));
      if (path === paths[0] && ROUTES_OF_EVERY_DAY.test(route.route))
        await test.step(`right to left: ${path}`, () => expectRightToLeft(page, path));
    }
    await scriptless.context().close();
  });
}

/** Opens the path: its document has, before any script, what the page has after them. True where it has a next page. */
async function expectWhole(page: Page, path: string): Promise<boolean> {
  const response = await page.goto(path);
  const [before, after] = await readContents(page, (await response?.text()) ?? '');
  expect(before.texts.length, path).toBeGreaterThan(0);
  expect(before.texts, path).toEqual(after.texts);
  expect(before.templates, path).toBe(0);
  return before.hasNext;
}

/** With both forms of times: ages, and dates, which are longer. */
async function expectFits(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() =>
      ['relative', 'absolute'].map((time) => {
        document.documentElement.dataset.time = time;
        return document.documentElement.scrollWidth - window.innerWidth;
      }),
    );
    expect(Math.max(...overflow), `${path} at ${width}`).toBeLessThanOrEqual(0);
  }
}

type Content = Readonly<{ texts: readonly string[]; templates: number; hasNext: boolean }>;

/** Of a document as it was sent, and of the open page: the texts of headings, links, cells and facts but ages, which change. */
function readContents(page: Page, html: string): Promise<readonly [Content, Content]> {
  return page.evaluate((source) => {
    const read = (root: Document): Content => ({
      texts: [...root.querySelectorAll('main :is(h1, h2, h3, a, th, td, dt, dd)')]
        .filter((element) => element.closest('.needs-script, .recharts-wrapper') === null)
        .map((element) => {
          const copy = element.cloneNode(true);
          if (!(copy instanceof Element)) return '';
          for (const age of copy.querySelectorAll('[data-age]')) age.remove();
          return copy.textContent ?? '';
        }),
      templates: root.querySelectorAll('main template').length,
      hasNext: root.querySelector('nav[aria-label="Pages"] a[rel="next"]') !== null,
    });
    return [read(new DOMParser().parseFromString(source, 'text/html')), read(document)];
  }, html);
}

/** Without a script: opens the next page, and the first one again. */
async function expectPages(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const rows = await page.getByRole('main').innerText();
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await pager.getByRole('link', { name: 'Next page' }).click();
  await expect(page.getByRole('link', { name: 'First page' }), path).toBeVisible();
  expect(await page.getByRole('main').innerText(), path).not.toBe(rows);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(pager.getByRole('link', { name: 'Next page' }), path).toBeVisible();
}
