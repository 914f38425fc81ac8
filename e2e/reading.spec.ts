import type { Page } from '@playwright/test';
import { checkByAxe } from './axe';
import { expect, test } from './site';

const PAGES = [
  'home',
  'FHE medley',
  'FHE medley/fhe',
  'token medley/token-transfers',
  'token medley/logs',
  'FHE medley/raw',
  'ERC-20 transfer beyond the balance',
  'transfer of Long name token',
  'contract creation?all',
  'nowhere',
] as const;

/** The path of a page by its name above. */
function pathOf(name: string, tools: { chainId: string; txPath: (name: string) => string }): string {
  if (name === 'home') return `/${tools.chainId}`;
  if (name === 'nowhere') return '/nowhere';
  const [, transaction = '', rest = ''] = /^([^/?]+)(.*)$/.exec(name) ?? [];
  return `${tools.txPath(transaction)}${rest}`;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const name of PAGES) {
      test(`axe finds nothing on: ${name}`, async ({ page, site, txPath }) => {
        await page.goto(pathOf(name, { chainId: site.chainId, txPath }));
        expect(await page.evaluate(() => document.querySelectorAll('h1').length)).toBe(1);
        await checkByAxe(page);
      });
    }
  });
}

for (const width of [320, 390, 768, 1440]) {
  test(`nothing is wider than a window of ${width}`, async ({ page, site, txPath }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const name of PAGES) {
      await page.goto(pathOf(name, { chainId: site.chainId, txPath }));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, name).toBeLessThanOrEqual(0);
    }
  });
}

test('the keyboard goes past the bar into the content', async ({ page, site }) => {
  await page.goto(`/${site.chainId}`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const isInside = await page.evaluate(() =>
    document.querySelector('main')?.contains(document.activeElement),
  );
  expect(isInside).toBe(true);
});

const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('a theme is chosen at once, and stays', async ({ page, site }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/${site.chainId}`);
  const light = await background(page);
  await page.getByLabel('Theme').click();
  const kept = page.waitForResponse((response) => response.url().endsWith('/settings/theme'));
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect.poll(() => background(page)).not.toBe(light);
  const dark = await background(page);
  await kept;
  await page.reload();
  expect(await background(page)).toBe(dark);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' });

  test('a theme is chosen too, and the first byte has it', async ({ page, site, request }) => {
    const path = `/${site.chainId}`;
    await page.goto(path);
    await page.getByLabel('Theme').click();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const html = await (await request.get(path, { headers: { cookie: 'theme=dark' } })).text();
    expect(html).toMatch(/^<!DOCTYPE html><html[^>]* data-theme="dark"/);
    const odd = await (await request.get(path, { headers: { cookie: 'theme="><script>' } })).text();
    expect(odd).toMatch(/^<!DOCTYPE html><html lang="en" class="[\w ]+">/);
  });
});
