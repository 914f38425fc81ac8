import { expectAccessible, overflowOf } from './checks';
import { expect, test } from './site';

const NAME = 'token medley';

test('a transaction is stepped through by links, without JavaScript', async ({ browser, site, txPath }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 900 },
  });
  const page = await context.newPage();
  const answer = await page.goto(`${site.url}${txPath(NAME)}/debug?step=40`);
  expect((await answer?.body())?.length).toBeLessThan(300_000);
  await expect(page.locator('main .is-line [aria-current=step]')).toHaveText('40');
  await page.getByRole('link', { name: /^Forward/ }).click();
  await expect(page).toHaveURL(/\?step=41$/);
  await page.getByRole('link', { name: /^Next log/ }).click();
  await expect(page.locator('main #state')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Instructions', exact: true }).locator('.is-line'),
  ).toContainText('LOG');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/step-390.png`, fullPage: true });
  await context.close();
});

test('keys follow the links; a call is one, and the page is accessible', async ({ page, site, txPath }) => {
  await page.goto(`${site.url}${txPath(NAME)}/debug?call=1`);
  await expect(page).toHaveURL(/\?step=\d+$/);
  const step = Number(new URL(page.url()).searchParams.get('step'));
  await expectAccessible(page);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/step-wide.png`, fullPage: true });
  await expect(async () => {
    await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`step=${step + 1}$`), { timeout: 2_000 });
  }).toPass();
});
