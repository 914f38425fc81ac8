import { expect, test } from './site';

test.describe('a browser that wants German', () => {
  test.use({ locale: 'de-AT' });

  test('gets it, with numbers, plurals and ages of the language', async ({ page, site }) => {
    const answer = await page.goto(`/${site.chainId}/blocks`);
    // so that no cache gives it to another
    expect(answer?.headers()['cache-control']).toBe('private, no-cache');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('lang', 'de');
    await expect(root).toHaveAttribute('dir', 'ltr');
    await expect(page).toHaveTitle(/^Blöcke auf /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blöcke');
    await expect(page.getByRole('columnheader', { name: 'Gebührenempfänger' })).toHaveCount(1);
    await expect(page.locator('tbody time [data-age]').first()).toHaveText(
      /^vor \d+ (Sek|Min|Std|Tag)|^gerade eben$/,
    );
    await expect(page.locator('tbody tr').first()).toContainText(/\d,\d+ Gwei/);
    await page.goto(`/${site.chainId}`);
    await expect(page.getByText(/^\d+ Transaktion(en)?$/).first()).toBeVisible();
  });

  test('gets it from scripts, too', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs`);
    await expect(page.locator('html')).toHaveAttribute('data-enhanced');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog', { name: 'Suche und Aktionen' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Ausstehende Transaktionen' })).toBeVisible();
    await page.goto('/settings');
    await page.getByLabel('Adresse', { exact: true }).fill('0x1');
    await page.getByLabel('Label', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Hexadezimalziffern' })).toBeVisible();
  });

  test('gets charts in it that the API describes in English, embedded ones too', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/stats`);
    await expect(page.getByRole('heading', { level: 2, name: 'Konten' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Mittlere Blockgröße', exact: true })).toBeVisible();
    await page.goto(`/${site.chainId}/stats/averageBlockSize`);
    await expect(page).toHaveTitle(/^Mittlere Blockgröße auf /);
    await expect(page.getByText('Wie viele Bytes ein Block im Mittel hatte').first()).toBeVisible();
    await page.goto(`/embed/${site.chainId}/stats/txnsSuccessRate`);
    await expect(page.getByText('Erfolgsquote').first()).toBeVisible();
    const csv = await page.request.get(`/${site.chainId}/stats/averageBlockSize/csv`);
    expect(await csv.text()).toContain('bytes');
    const catalogue = await page.request.get(`${site.apiUrl}/stats-service/api/v1/lines`);
    expect(await catalogue.text()).toContain('Average block size');
  });

  test('gets what the API says of a failure', async ({ page, txPath }) => {
    await page.goto(txPath('panic 0x12: division by zero'));
    await expect(page.getByRole('region', { name: 'Fehlergrund' })).toContainText(
      'Eine Zahl wurde durch null geteilt.',
    );
  });

  test('gets data in English', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs`);
    const path = await page.locator('tbody a[href*="/tx/"]').first().getAttribute('href');
    const markdown = await page.request.get(`${path}.md`);
    expect(await markdown.text()).toContain('Transaction fee');
    await page.goto('/docs/api');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor chooses a language, and it stays until another is chosen', async ({ page, site }) => {
    await page.goto('/settings');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Einstellungen');
    await expect(page.getByRole('button', { name: 'Deutsch' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`/${site.chainId}/tokens`);
    await expect(page.getByRole('columnheader', { name: 'Inhaber' })).toHaveCount(1);
    // a column has one name in the URL in every language
    await page.goto(`/${site.chainId}/tokens?columns=token,holders`);
    await expect(page.getByRole('columnheader')).toHaveText(['Token', 'Inhaber']);
    await page.goto(`/${site.chainId}/txs?columns=transaction,from-and-to,fee`);
    await expect(page.getByRole('columnheader')).toHaveText(['Transaktion', 'Von und an', 'Gebühr']);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  });
});

test('a missing page is in the language as well', async ({ browser, site }) => {
  const context = await browser.newContext({ locale: 'de', baseURL: site.url });
  const page = await context.newPage();
  const answer = await page.goto(`/${site.chainId}/block/999999999`);
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('999.999.999');
  await context.close();
});
