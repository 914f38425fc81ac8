import { expect, test } from './site';
import { startWebAlone } from './web-alone';

test('crawlers are told where the pages are, and every one of them is there', async ({ request, site }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`);
  expect(robots).toContain('Disallow: /*/api/');
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toContain('xml');
  const urls = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
  expect(urls).toContain(`${site.url}/${site.chainId}/stats/newTxns`);
  for (const path of ['/gas', '/token-transfers', '/accounts', '/verified-contracts', '/operations'])
    expect(urls).toContain(`${site.url}/${site.chainId}${path}`);
  // the demo chain has none
  expect(urls).not.toContain(`${site.url}/${site.chainId}/withdrawals`);
  for (const path of ['/status', '/proof', '/docs/api']) expect(urls).toContain(`${site.url}${path}`);
  expect(urls.length).toBeGreaterThan(20);
  for (const url of urls) {
    const page = await request.get(url);
    expect(page.status(), url).toBe(200);
    expect(await page.text(), url).toContain(`<link rel="canonical" href="${url}"/>`);
  }
});

test('search engines are told of the search of the site, and of what a chart holds', async ({
  page,
  request,
  site,
}) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text();
    const [, json = 'null'] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? [];
    return JSON.parse(json);
  };
  const home = await read(`/${site.chainId}`);
  expect(home).toMatchObject({ '@type': 'WebSite', url: `${site.url}/${site.chainId}` });
  const height = await request.get(
    home.potentialAction.target.urlTemplate.replace('{search_term_string}', '7'),
    {
      maxRedirects: 0,
    },
  );
  expect(height.headers().location).toBe(`/${site.chainId}/block/7`);
  const path = `/${site.chainId}/stats/newTxns`;
  const chart = await read(path);
  expect(chart).toMatchObject({
    ...{ '@context': 'https://schema.org', '@type': 'Dataset', url: `${site.url}${path}` },
    temporalCoverage: expect.stringMatching(/^\d{4}-\d\d-\d\d\/\d{4}-\d\d-\d\d$/),
  });
  const file = await request.get(chart.distribution.contentUrl);
  expect(file.headers()['content-type']).toContain('text/csv');
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(errors).toEqual([]);
});

test('what an operator calls the site ends no element of it', async ({ page, site }) => {
  const name = '</script><i>A & B';
  const web = await startWebAlone({ API_URL: site.apiUrl, API_KEY: site.apiKey, BRAND_NAME: name });
  try {
    await page.goto(`${web.url}/${site.chainId}`);
    const told = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(told ?? 'null').name).toContain(name);
    await expect(page.locator('main i', { hasText: 'A & B' })).toHaveCount(0);
  } finally {
    await web.stop();
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
