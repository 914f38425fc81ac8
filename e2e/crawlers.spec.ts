import { expect, test } from './site';

test('crawlers are told where the pages are, and every one of them is there', async ({ request, site }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /*/api/');
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toContain('xml');
  const urls = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(urls).toContain(`${site.url}/${site.chainId}/stats/newTxns`);
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls) {
    const page = await request.get(url);
    expect(page.status(), url).toBe(200);
    expect(await page.text(), url).toContain(`<link rel="canonical" href="${url}"/>`);
  }
});

test('the status page tells how far each chain is', async ({ page, site }) => {
  await page.goto('/status');
  const chain = page.getByRole('region', { name: 'Demo' });
  await expect(chain).toContainText('Synced');
  const status = await page.request.get(`/api/v2/main-page/indexing-status`);
  const { indexed_block } = await status.json();
  const tip = chain.getByRole('link', { name: `#${indexed_block.toLocaleString('en')}` }).first();
  await expect(tip).toHaveAttribute('href', `/${site.chainId}/block/${indexed_block}`);
});

test('what browsers ask for by name is a picture', async ({ request }) => {
  for (const [path, type] of [
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ] as const) {
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(answer.headers()['content-type'], path).toBe(type);
  }
});
