import { expect, test } from './site';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the home of a chain shows its newest blocks and transactions', async ({ page, site }) => {
    expect((await page.goto(`/${site.chainId}`))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demo');
    await expect(page.getByRole('region', { name: 'Latest blocks' }).getByRole('listitem')).toHaveCount(12);
    const transactions = page.getByRole('region', { name: 'Latest transactions' });
    await expect(transactions.getByRole('listitem')).toHaveCount(12);
    const status = await page.request.get(`${site.apiUrl}/${site.chainId}/api/v2/main-page/indexing-status`, {
      headers: { authorization: `Bearer ${site.apiKey}` },
    });
    const { indexed_block } = await status.json();
    await expect(page.getByRole('banner')).toContainText(`#${indexed_block.toLocaleString('en')}`);
    await transactions.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/);
  });

  test('the site opens on its only chain', async ({ page, site }) => {
    await page.goto('/');
    await expect(page).toHaveURL(`${site.url}/${site.chainId}`);
  });
});

test('a URL without a chain leads to the default one, with the tab of another explorer', async ({
  request,
  site,
}) => {
  const hash = site.transactions['WETH deposit'];
  const cases: Record<string, string> = {
    [`/tx/${hash}`]: `/${site.chainId}/tx/${hash}`,
    [`/tx/${hash}/fhe`]: `/${site.chainId}/tx/${hash}/fhe`,
    [`/tx/${hash}?tab=token_transfers`]: `/${site.chainId}/tx/${hash}/token-transfers`,
    [`/tx/${hash}?tab=fhe_operations`]: `/${site.chainId}/tx/${hash}/fhe`,
    [`/tx/${hash}?tab=index`]: `/${site.chainId}/tx/${hash}`,
  };
  for (const [from, to] of Object.entries(cases)) {
    const answer = await request.get(from, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], from).toEqual([303, to]);
  }
});
