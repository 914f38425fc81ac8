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
      await expect(
        main(page)
          .getByRole('cell', { name: /^(Step )?2$/ })
          .first(),
      ).toBeVisible();
      await expect(page).toHaveURL(/\/flow\/0x[0-9a-fA-F]{40}\?open=0x[0-9a-f]{40}$/);
    },
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a transfer is followed by links and a form, and taken away as SVG and CSV', async ({
    page,
    site,
  }) => {
    const hash = site.transactions['ERC-20 transfer'];
    await page.goto(`${site.url}/${site.chainId}/tx/${hash}/token-transfers`);
    await page.getByRole('link', { name: 'follow', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('link', { name: 'at any time' }).click();
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    const rows = await page.getByRole('row').count();
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
    await page.getByLabel('Amount at least').fill('999999999999');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('No indexed transfer fits')).toBeVisible();
  });

  test('a list is taken away for people, raw, and with all movements of a period', async ({ page, site }) => {
    const { from } = await readApi(
      page.request,
      site,
      `/transactions/${site.transactions['ERC-20 transfer']}`,
    );
    await page.goto(`${site.url}/${site.chainId}/address/${from.hash}`);
    const read = async (path: string | null) => {
      const answer = await page.request.get(`${site.url}${path}`);
      expect([path, answer.status()]).toEqual([path, 200]);
      return (await answer.text()).trimEnd().split('\r\n');
    };
    const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href');
    const [people, raw] = [await read(await hrefOf('CSV for people')), await read(await hrefOf('Raw CSV'))];
    expect(people[0]).toMatch(/^Date,.*Counterparty,CounterpartyName,Status$/);
    expect(people).toHaveLength(raw.length);
    await page.locator('summary', { hasText: 'All movements' }).click();
    await page.getByLabel('From day').fill('2025-01-01');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`movements-${from.hash.toLowerCase()}.csv`);
  });
});
