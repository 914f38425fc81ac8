import { expect, test } from './site';

test('an exact hit is one redirect away, however the hash was copied', async ({ request, site }) => {
  const hash = site.transactions['plain ether transfer'] ?? '';
  const texts = [
    hash,
    ` ${hash} `,
    hash.slice(2),
    hash.toUpperCase().replace('0X', '0x'),
    `https://etherscan.io/tx/${hash}#eventlog`,
    `${site.url}/${site.chainId}/tx/${hash}/fhe`,
  ];
  for (const text of texts) {
    const answer = await request.get(`/search?${new URLSearchParams({ q: text })}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], text).toEqual([303, `/${site.chainId}/tx/${hash}`]);
  }
});

test('a search that cannot be a redirect to another site', async ({ request }) => {
  for (const text of [
    '//evil.example/',
    'https://evil.example/',
    '\\\\evil.example',
    'a\r\nLocation: https://evil.example',
  ]) {
    const answer = await request.get(`/search?${new URLSearchParams({ q: text })}`, { maxRedirects: 0 });
    expect(answer.status(), text).toBe(303);
    expect(answer.headers().location, text).toMatch(/^\/\d+(\/search\?q=|$)/);
  }
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the box in the bar searches', async ({ page, site }) => {
    await page.goto(`/${site.chainId}`);
    await page.getByRole('searchbox').fill(site.transactions['plain ether transfer'] ?? '');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction');
  });

  test('tokens are listed, markup in the question is text', async ({ page, site }) => {
    await page.goto(`/search?q=Demo&chain=${site.chainId}`);
    await expect(page).toHaveURL(`/${site.chainId}/search?q=Demo`);
    await expect(page.getByRole('main')).toContainText('Demo Dollar');
    await page.goto('/search?q=<b>nothing</b>');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>nothing</b>');
    await expect(page.getByRole('main')).toContainText('found by its hash');
  });
});

test('the slash key jumps into the box', async ({ page, site }) => {
  await page.goto(`/${site.chainId}`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced', '');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});
