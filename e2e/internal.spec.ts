import { expect, test } from './site';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the calls inside a transaction are a tree with kinds, methods, gas and failures', async ({
    page,
    txPath,
  }) => {
    await page.goto(`${txPath('failure caught two calls deep')}/internal`);
    const calls = page.getByRole('region', { name: 'Internal transactions' }).locator('li[id^=call-]');
    expect(await calls.count()).toBeGreaterThan(1);
    await expect(calls.first()).toContainText('call');
    await expect(calls.first()).toContainText('gas');
    await expect(page.getByRole('region', { name: 'Internal transactions' })).toContainText('Reverted');
    const tab = page.getByRole('link', { name: /^Internal/ });
    await expect(tab).toHaveAttribute('aria-current', 'page');
  });

  test('what a failure undid is marked, and a creation is listed', async ({ page, txPath }) => {
    await page.goto(`${txPath('eight inner creations')}/internal`);
    await expect(page.getByText('create', { exact: true })).toHaveCount(8);
    await page.goto(`${txPath('contract creation')}/internal`);
    await expect(page.locator('#call-0')).toContainText('create');
  });

  test('a transaction that calls nothing says so', async ({ page, txPath }) => {
    await page.goto(`${txPath('plain ether transfer')}/internal`);
    await expect(page.getByRole('main')).toContainText('No internal transactions');
  });

  test('state tells balances before and after, and the trace is the node’s own', async ({ page, txPath }) => {
    await page.goto(`${txPath('WETH deposit')}/state`);
    const table = page.getByRole('table', { name: 'Balances changed by this transaction' });
    await expect(table.getByRole('row')).not.toHaveCount(1);
    await expect(table).toContainText('−');
    await expect(table).toContainText('WETH');
    await page.goto(`${txPath('WETH deposit')}/internal`);
    await page.getByRole('link', { name: 'Raw trace' }).click();
    await expect(page.getByRole('region', { name: 'Trace as JSON' })).toContainText('"traceAddress"');
  });

  test('an address has its internal transactions and NFTs', async ({ page, txPath }) => {
    await page.goto(txPath('eight inner creations'));
    const to = page
      .getByRole('main')
      .getByRole('link', { name: /Contract/ })
      .first();
    const path = await to.getAttribute('href');
    await page.goto(`${path}/internal?calls=all`);
    const table = page.getByRole('table', { name: 'Internal transactions of this address, newest first' });
    await expect(table).toContainText('create');
    await page.getByRole('link', { name: 'Sent', exact: true }).click();
    await expect(page).toHaveURL(/filter=from/);
    await expect(table).toContainText('out');
    await page.goto(`${path}/nfts`);
    await expect(page.getByRole('main')).toContainText('No NFTs');
  });
});
