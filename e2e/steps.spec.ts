import { expectAccessible, overflowOf } from './checks';
import { expect, test } from './site';

const NAME = 'token medley';

test('a transaction is stepped through by links, without JavaScript', async ({ browser, site, txPath }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 900 },
  });
  const page = await context.newPage();
  // A node that is too slow for a request goes on, and answers the next one.
  await expect(async () => {
    const answer = await page.goto(`${site.url}${txPath(NAME)}/debug?step=40`);
    expect((await answer?.body())?.length).toBeLessThan(300_000);
    await expect(page.locator('main .is-line [aria-current=step]')).toHaveText('40', { timeout: 2_000 });
  }).toPass();
  const follow = async (name: RegExp) => {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    await expect(async () => {
      await page.goto(`${site.url}${href}`);
      await expect(page.locator('main #state')).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };
  await follow(/^Forward/);
  await expect(page).toHaveURL(/\?step=41$/);
  await follow(/^Next log/);
  await expect(page.locator('main #state')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Instructions', exact: true }).locator('.is-line'),
  ).toContainText('LOG');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/step-390.png`, fullPage: true });
  await page.goto(`${site.url}${txPath(NAME)}/debug?step=40&stops=A.sol%3A3`);
  await follow(/^Forward/);
  await expect(page).toHaveURL(/\?stops=A.sol%3A3&step=41$/);
  await page.reload();
  await page.getByRole('link', { name: 'Remove the breakpoint A.sol:3' }).click();
  await expect(page).toHaveURL(/debug\?step=41$/);
  await expect(page.getByText('Breakpoints')).toHaveCount(0);
  await context.close();
});

test('keys follow the links; a call is one, and the page is accessible', async ({ page, site, txPath }) => {
  await expect(async () => {
    await page.goto(`${site.url}${txPath(NAME)}/debug?call=1`);
    await expect(page).toHaveURL(/\?step=\d+$/, { timeout: 2_000 });
  }).toPass();
  const step = Number(new URL(page.url()).searchParams.get('step'));
  await expectAccessible(page);
  if (process.env.PICTURES)
    await page.screenshot({ path: `${process.env.PICTURES}/step-wide.png`, fullPage: true });
  await expect(async () => {
    // Not before the page listens, and never from the next step.
    if (page.url().endsWith(`step=${step}`)) await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`step=${step + 1}$`), { timeout: 2_000 });
  }).toPass();
});
