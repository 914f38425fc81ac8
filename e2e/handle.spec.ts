import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';

test('a transfer leads to the page of its handle, as does a search for it, without script', async ({
  browser,
  request,
  site,
}) => {
  const { items } = await readApi(
    request,
    site,
    `/transactions/${site.transactions['confidential transfer']}/token-transfers`,
  );
  const handle: string = items[0].encrypted_amount;
  const path = `/${site.chainId}/handle/${handle}`;
  const found = await request.get(`/search?q=${handle}`, { maxRedirects: 0 });
  expect([found.status(), found.headers().location]).toEqual([303, path]);

  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}/${site.chainId}/tx/${site.transactions['confidential transfer']}`);
  await page.locator(`a[href="${path}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Encrypted value');
  await expect(page.getByText(/An encrypted euint64, which .* computed with/)).toBeVisible();
  const table = page.getByRole('table', { name: 'Operations before and after the value' });
  await expect(table.getByText('this value')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Accounts that may decrypt the value' })).toBeVisible();
  await expect(page.getByText('access granted to').first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Confidential activity' }).click();
  await expect(page).toHaveURL(`${site.url}/${site.chainId}/fhe`);
  await page.close();
});

test('the value of the page is outlined in its life line, also an input that no operation made', async ({
  page,
  request,
  site,
}) => {
  const hash = site.transactions['confidential transfer'];
  const { items } = await readApi(request, site, `/transactions/${hash}/fhe-operations`);
  const results: string[] = items.map(({ result }: { result: string }) => result);
  const operands: string[] = items.flatMap(({ inputs }: { inputs: { lhs?: string; rhs?: string } }) => [
    `0x${inputs.lhs}`,
    `0x${inputs.rhs}`,
  ]);
  const input = operands.find((one) => one.length === 66 && one.slice(44, 46) !== 'ff') ?? '';
  for (const handle of [input, results[0] ?? '']) {
    await page.goto(`/${site.chainId}/handle/${handle}`);
    const outlined = page.locator('svg.diagram g:has(> rect[stroke-width="2.5"])');
    await expect(outlined).toHaveCount(1);
    await expect(outlined).toHaveAttribute('data-same', handle);
  }
});

test('the page of a handle is small, and fits a narrow screen', async ({ page, request, site }) => {
  const { items } = await readApi(
    request,
    site,
    `/transactions/${site.transactions['FHE medley']}/fhe-operations`,
  );
  for (const { result } of items.slice(0, 40)) {
    const answer = await request.get(`/${site.chainId}/handle/${result}?steps=8`);
    expect([result, answer.status()]).toEqual([result, 200]);
    expect((await answer.body()).length, result).toBeLessThan(300_000);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`/${site.chainId}/handle/${items.at(-1).result}`);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
