import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { chartPoint, listCharts } from '../lib/endpoints/chart';
import { onlyStats, startApiInFront } from './api-in-front';
import { expectAccessible, readLayoutShift, watchLayoutShift } from './checks';
import { expect, type Site, test } from './site';
import { startWebAlone } from './web-alone';

const MAX_REQUESTS = 12;
const CHUNKS = '.next/static/chunks';
const LIBRARY_NAME = 'recharts-cartesian-axis';

async function fetchStats(site: Site, path: string): Promise<unknown> {
  const answer = await fetch(`${site.apiUrl}/${site.chainId}/stats-service/api/v1${path}`, {
    headers: { authorization: `Bearer ${site.apiKey}` },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

async function fetchCatalog(site: Site) {
  return listCharts.response.parse(await fetchStats(site, '/lines')).sections;
}

async function fetchPoints(site: Site, id: string, query = '') {
  return z.object({ chart: z.array(chartPoint) }).parse(await fetchStats(site, `/lines/${id}${query}`)).chart;
}

/** The chunks with a name that only the chart library uses. */
const rechartsChunks = () =>
  readdirSync(CHUNKS).filter(
    (name) => name.endsWith('.js') && readFileSync(join(CHUNKS, name), 'utf8').includes(LIBRARY_NAME),
  );

const statsPath = (site: Site, rest = '') => `/${site.chainId}/stats${rest}`;
const drawing = (page: Page) => page.locator('svg.recharts-surface');

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the catalog shows every chart by section with its newest value, with a drawing from two points on', async ({
    page,
    site,
  }) => {
    expect((await page.goto(statsPath(site)))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statistics');
    const sections = (await fetchCatalog(site)).filter(({ charts }) => charts.length > 0);
    const list = page.getByRole('navigation', { name: 'Sections' }).getByRole('listitem');
    await expect(list).toHaveText(sections.map(({ title, charts }) => `${title}${charts.length}`));
    for (const { title, charts } of sections) {
      const section = page.getByRole('region', { name: title, exact: true });
      await expect(section.getByRole('heading', { level: 3 })).toHaveText(charts.map((chart) => chart.title));
      const series = await Promise.all(charts.map(({ id }) => fetchPoints(site, id)));
      await expect(section.getByRole('img')).toHaveCount(series.filter(({ length }) => length > 1).length);
    }
    const total = (await fetchPoints(site, 'txnsGrowth')).at(-1)?.value ?? '';
    await expect(page.locator('#txnsGrowth')).toContainText(Number(total).toLocaleString('en'));
    await expect(page.locator('#activeAccounts').getByRole('list').getByRole('link')).toHaveText([
      'Active accounts by day',
      'Active accounts by week',
    ]);
  });

  test('charts are found by words of title, description and id, and the rest of the URL stays', async ({
    page,
    site,
  }) => {
    await page.goto(statsPath(site, '?range=1Y&view=list'));
    const search = page.getByRole('searchbox', { name: 'Search charts' });
    await search.fill('gas AVERAGE');
    await search.press('Enter');
    await expect(page).toHaveURL(/\?range=1Y&view=list&q=gas\+AVERAGE$/);
    const titles = page.getByRole('main').getByRole('heading', { level: 3 });
    // the description of the first has both words
    await expect(titles).toHaveText([
      'Average transaction fee',
      'Average gas limit',
      'Average gas price',
      'Average gas used',
    ]);
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('listitem')).toHaveText([
      'Transactions1',
      'Gas3',
    ]);
    await page.goto(statsPath(site, '?q=newnative'));
    await expect(titles).toHaveText(['ETH transfers']);
    await page.goto(statsPath(site, `?q=${encodeURIComponent('.* <b> \u202e')}`));
    await expect(page.getByRole('main')).toContainText('No charts found');
    await page.getByRole('link', { name: 'Show all charts' }).click();
    await expect(page).toHaveURL(statsPath(site));
  });

  test('range and density are links', async ({ page, site }) => {
    await page.goto(statsPath(site));
    const current = page.getByRole('main').locator('[aria-current=true]');
    await expect(current).toHaveText(['3M', 'Cards']);
    await page.getByRole('link', { name: '1M' }).click();
    await page.getByRole('link', { name: 'List' }).click();
    await expect(page).toHaveURL(statsPath(site, '?range=1M&view=list'));
    await expect(current).toHaveText(['1M', 'List']);
    await page.getByRole('link', { name: 'Transactions by week', exact: true }).click();
    await expect(page).toHaveURL(statsPath(site, '/newTxns?range=1M&resolution=WEEK'));
    await expect(current).toHaveText(['1M', 'Week', 'Linear', 'Chart']);
  });

  test('charts follow each other, and the first has none before it', async ({ page, site }) => {
    const all = (await fetchCatalog(site)).flatMap(({ charts }) => charts);
    await page.goto(statsPath(site, `/${all[0]?.id}`));
    const others = page.getByRole('navigation', { name: 'Other charts' }).getByRole('link');
    await expect(others).toHaveText([`${all[1]?.title} →`]);
    await others.click();
    await expect(others).toHaveText([`← ${all[0]?.title}`, `${all[2]?.title} →`]);
  });

  test('a chart that there is not is a 404', async ({ page, site }) => {
    for (const id of [
      'nope',
      'constructor',
      '__proto__',
      '%00',
      '..%2Flines',
      '%3Cscript%3E',
      'newTxns%20',
      'NEWTXNS',
    ]) {
      for (const path of [`/${id}`, `/${id}/csv`]) {
        const response = await page.goto(statsPath(site, path));
        expect([path, response?.status()]).toEqual([path, 404]);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
      }
    }
  });
});

test('the CSV file has exactly what the API says', async ({ request, site }) => {
  for (const { id, query } of [
    { id: 'txnsFee', query: '?range=All&resolution=DAY' },
    { id: 'averageGasPrice', query: '?range=All&resolution=MONTH' },
    { id: 'txnsGrowth', query: '?from=2020-01-01&resolution=WEEK' },
  ]) {
    const resolution = /resolution=(\w+)/.exec(query)?.[1] ?? '';
    const answer = await request.get(statsPath(site, `/${id}/csv${query}`));
    expect(answer.headers()['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers()['content-disposition']).toBe(
      `attachment; filename="${id}-${site.chainId}-${resolution.toLowerCase()}.csv"`,
    );
    const lines = (await answer.text()).split('\r\n');
    expect(lines.shift()).toBe(`from,to,${id},unit,in progress,partly indexed`);
    expect(lines.pop()).toBe('');
    const unit = { txnsFee: 'ETH', averageGasPrice: 'Gwei' }[id] ?? '';
    const points = await fetchPoints(site, id, `?resolution=${resolution}`);
    // the latest period still grows between the two calls
    expect(lines.slice(0, -1)).toEqual(
      points
        .slice(0, -1)
        .map(
          ({ date, date_to, value, is_missing }) =>
            `${date},${date_to},${is_missing ? '' : value},${unit},no,no`,
        ),
    );
    expect(lines.at(-1)).toMatch(/,yes,no$/);
  }
});

test('the chart library comes to the page of a chart, and to no other', async ({ page, site }) => {
  const chunks = rechartsChunks();
  expect(chunks.length).toBeGreaterThan(0);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const hasLibrary = () => chunks.some((chunk) => loaded.some((url) => url.includes(chunk)));
  for (const path of [statsPath(site), `/${site.chainId}`, statsPath(site, '/newTxns?view=table')]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect([path, hasLibrary()]).toEqual([path, false]);
  }
  await page.goto(statsPath(site, '/newTxns'));
  await expect(drawing(page)).toBeVisible();
  expect(hasLibrary()).toBe(true);
});

test('the catalog asks little and nobody else, and nothing moves when a chart comes alive', async ({
  page,
  site,
}) => {
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => request.url().startsWith('data:') || requests.push(request.url()));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(statsPath(site), { waitUntil: 'networkidle' });
  console.log(`stats catalog: ${requests.length} requests`);
  expect(requests.length).toBeLessThanOrEqual(MAX_REQUESTS);
  await watchLayoutShift(page);
  await page.goto(statsPath(site, '/averageGasPrice'), { waitUntil: 'networkidle' });
  await expect(drawing(page)).toBeVisible();
  expect(await readLayoutShift(page)).toBeLessThanOrEqual(0.02);
  expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([site.url]));
  expect(problems).toEqual([]);
});

test('a chart is saved as an image', async ({ page, site }) => {
  await page.goto(statsPath(site, '/txnsGrowth'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('txnsGrowth.png');
  const bytes = readFileSync(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // width and height stand in the first chunk
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1_000);
  expect(bytes.length).toBeGreaterThan(10_000);
});

const PAGES = [
  '',
  '?view=list',
  '?q=nothing+of+this',
  '/averageGasPrice',
  '/gasUsedGrowth?scale=log',
  '/averageTxnFee?view=table',
  '/newTxns?from=2090-01-01',
];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on statistics', async ({ page, site }) => {
      for (const rest of PAGES) {
        await page.goto(statsPath(site, rest));
        const isDrawn = /\?scale=log|averageGasPrice/.test(rest);
        if (isDrawn) await expect(drawing(page)).toBeVisible();
        await expectAccessible(page);
      }
    });
  });
}

for (const width of [320, 390, 768, 1440]) {
  test(`no chart is wider than a window of ${width}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const rest of PAGES) {
      await page.goto(statsPath(site, rest));
      if (rest === '/averageGasPrice') await expect(drawing(page)).toBeVisible();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, rest).toBeLessThanOrEqual(0);
    }
  });
}

test('canonical addresses leave the choices out', async ({ request, site }) => {
  for (const [path, canonical] of [
    ['?q=gas&range=1M', ''],
    ['/newTxns?scale=log&view=table', '/newTxns'],
  ]) {
    const html = await (await request.get(statsPath(site, path))).text();
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]).toMatch(
      new RegExp(`${statsPath(site, canonical)}$`),
    );
    expect(html).toMatch(/<title>[^<]+ (of|on) Demo · Astrolabe<\/title>/);
  }
});

test('before a service that does not return several charts at once the catalog remains, and says so', async ({
  page,
  site,
}) => {
  const api = await startApiInFront(
    site,
    onlyStats(site, ({ pathname }) => (pathname === '/series' ? null : undefined)),
  );
  const web = await startWebAlone({ API_URL: api.url });
  try {
    expect((await page.goto(`${web.url}${statsPath(site)}`))?.status()).toBe(200);
    const main = page.getByRole('main');
    await expect(main).toContainText('does not return several charts at once');
    const count = (await fetchCatalog(site)).flatMap(({ charts }) => charts).length;
    await expect(main.getByRole('heading', { level: 3 })).toHaveCount(count);
    await expect(main.getByRole('img')).toHaveCount(0);
    await main.locator('#newTxns').getByRole('heading').getByRole('link').click();
    await expect(drawing(page)).toBeVisible();
  } finally {
    await web.stop();
    api.stop();
  }
});
