import type { Page } from '@playwright/test';
import { expect, test } from './site';

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
    expect(odd).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr" class="[\w ]+">/);
  });
});
