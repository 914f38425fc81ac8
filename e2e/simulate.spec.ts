import { expectAccessible, overflowOf } from './checks';
import { expect, test } from './site';

// one after the other: the node executes one simulation at a time
test.describe.configure({ mode: 'default' });

test.describe('a transaction run again', () => {
  test('without a change ends as mined; with one, otherwise; by the form of its function', async ({
    page,
    txPath,
  }) => {
    await page.goto(txPath('token medley'));
    await page.getByRole('link', { name: 'Run again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simulate');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const result = page.getByRole('region', { name: 'Result' });
    const compared = result.getByRole('table', { name: 'Compared with the transaction' });
    await expect(compared.getByText('the same')).toHaveCount(3);
    await expect(result.getByRole('heading', { name: 'Net balance changes' })).toBeVisible();
    await expect(result.getByRole('heading', { name: 'Calls' })).toBeVisible();
    await expect(result.getByRole('heading', { name: 'Storage' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Gas limit', exact: true }).fill('30000');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText(/Failed: out of gas|The node refuses it/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Gas limit', exact: true })).toHaveValue('30000');
  });

  test('why it failed, and what a field lacks', async ({ page, txPath }) => {
    await page.goto(txPath('revert with a reason'));
    await page.getByRole('link', { name: 'Run again' }).click();
    await page.getByLabel('reason').fill('Another reason');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('Failed: “Another reason”').first()).toBeVisible();
    await page.getByLabel('From', { exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('Enter an address, or leave empty.')).toBeVisible();
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('nobody');
  });

  test('what is typed before the page is hydrated stays', async ({ page, txPath }) => {
    let hydrate = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      hydrate = resolve;
    });
    await page.goto(txPath('revert with a reason'));
    await page.route('**/_next/static/**/*.js', async (route) => {
      await isAllowed;
      await route.continue();
    });
    const path = await page.getByRole('link', { name: 'Run again' }).getAttribute('href');
    const opened = page.goto(path ?? '');
    await page.getByLabel('reason').fill('Another reason');
    hydrate();
    await opened;
    await expect(page.getByLabel('reason')).toHaveValue('Another reason');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByText('Failed: “Another reason”').first()).toBeVisible();
  });

  test('the link has the input behind the #, which no server sees', async ({ page, site }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.goto(`/${site.chainId}/simulate`);
    await page.getByLabel('Calldata').fill('0x600160015500');
    await page.getByText('Replace state before').click();
    await page
      .getByLabel('One a line')
      .first()
      .fill(`0x${'11'.repeat(20)} balance 5`);
    await page.getByRole('button', { name: 'Copy a link to this input' }).click();
    const link = page.url();
    expect(link).toContain('#in=');
    await page.goto('about:blank');
    await page.goto(link);
    await expect(page.getByLabel('Calldata')).toHaveValue('0x600160015500');
    await expect(page.getByLabel('One a line').first()).toHaveValue(/balance 5$/);
    expect(requested.filter((url) => url.includes('600160015500'))).toEqual([]);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Executed by debug_traceCall');
    await expect(page.getByText('1 slot').first()).toBeVisible();
  });
});

test('works without a script', async ({ browser, site, txPath }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  await page.goto(txPath('token medley'));
  await page.getByRole('link', { name: 'Run again' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Compared with the transaction' })).toContainText('the same');
  await page.getByLabel('Amount in').fill('x');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('Enter an amount such as 0.5.')).toBeVisible();
  await context.close();
});

test('fits its window, light and dark', async ({ page, txPath }) => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [390, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.goto(txPath('revert with a reason'));
      await page.getByRole('link', { name: 'Run again' }).click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
});
