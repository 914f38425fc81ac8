import { deriveAccounts } from '@/demo/accounts';
import { expectAccessible } from './checks';
import { expect, test } from './site';

const [ONE, OTHER] = deriveAccounts().users.map((user) => user.address);

test('an address is watched, its news are listed and seen, and it is watched no more', async ({
  page,
  site,
}) => {
  const list = `/${site.chainId}/watchlist`;
  await page.goto(list);
  await expect(page.getByText('You watch no address on this chain')).toBeVisible();
  await expectAccessible(page);
  for (const address of [ONE, OTHER]) {
    await page.goto(`/${site.chainId}/address/${address}`);
    const button = page.getByRole('button', { name: /^Watch(ed)? 0x/ });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
  // as if the first was not looked at since block 0
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem('watched') ?? '{}');
    localStorage.setItem('watched', JSON.stringify({ ...stored, [key]: 0 }));
  }, `${site.chainId}/${ONE?.toLowerCase()}`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(list);
  const rows = page.getByRole('table', { name: 'Watched addresses' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/0x.*[1-9]/);
  await expect(rows.nth(1).getByRole('link').nth(1)).toHaveAttribute('href', /from=1$/);
  expect(asked.filter((url) => url.includes('/watchlist') || url.includes('/live/')).length).toBe(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(page.locator('[data-watchlist] a[href*="from="]')).toHaveCount(0);
  await rows.nth(1).getByRole('button').click();
  await page.goto(list);
  await expect(rows).toHaveCount(2);
  await page.goto('/settings');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export settings and labels' }).click();
  const stream = await (await file).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(Object.keys(JSON.parse(text).watched)).toHaveLength(1);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the watch list says that it needs one, and a link to one is a page', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/watchlist`);
    // which `getByText` passes over
    await expect(page.locator('[data-watchlist] noscript p').first()).toHaveText(
      'The watch list needs JavaScript',
    );
    await page.goto(`/${site.chainId}/watchlist?watched=${ONE}:0`);
    await expect(page.getByRole('table', { name: 'Watched addresses' }).getByRole('row')).toHaveCount(2);
  });
});
