import { readApi } from './checks';
import { expect, test } from './site';
import { main, travel } from './visitor';

test('Where did the money go, two hops on?', async ({ page, site }) => {
  const { from } = await readApi(page.request, site, `/transactions/${site.transactions['ERC-20 transfer']}`);
  await travel(page, `/${site.chainId}`, {
    question: 'Where did the money go, two hops on?',
    most: 3,
    go: async ({ search, click }) => {
      await search(from.hash);
      await click(page.getByRole('link', { name: 'Follow the money' }));
      await click(page.getByRole('link', { name: 'Follow', exact: true }).first());
      await expect(main(page).getByRole('cell', { name: /^(Step )?2$/ }).first()).toBeVisible();
      await expect(page).toHaveURL(/\/flow\/0x[0-9a-fA-F]{40}\?open=0x[0-9a-f]{40}$/);
    },
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a transfer is followed by links and a form, and taken away as SVG and CSV', async ({ page, site }) => {
    const hash = site.transactions['ERC-20 transfer'];
    await page.goto(`${site.url}/${site.chainId}/tx/${hash}/token-transfers`);
    await page.getByRole('link', { name: 'follow', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('link', { name: 'at any time' }).click();
    const rows = await page.getByRole('row').count();
    expect(rows).toBeGreaterThan(2);
    const [svg = '', csv = ''] = await Promise.all(
      ['Download SVG', 'Download CSV'].map(async (name) => {
        const href = await page.getByRole('link', { name }).getAttribute('href');
        const answer = await page.request.get(`${site.url}${href}`);
        expect(answer.status()).toBe(200);
        return answer.text();
      }),
    );
    expect(csv.trimEnd().split('\r\n')).toHaveLength(rows);
    expect(svg).toMatch(/^<svg xmlns/);
    expect(svg.match(/<rect/g)?.length).toBeGreaterThan(2);
    await page.locator('summary', { hasText: 'Filter' }).click();
    await page.getByLabel('Amount at least').fill('999999999999');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No indexed transfer fits')).toBeVisible();
  });
});
