import { writeFile } from 'node:fs/promises';
import { expectAccessible, overflowOf, readApi } from './checks';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { startWebAlone, type WebAlone } from './web-alone';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><script>document.title = 1</script><circle cx="45" cy="45" r="40" fill="#9d174d"/></svg>';

test('pages have titles, descriptions and absolute canonical addresses of their own', async ({
  page,
  site,
}) => {
  const paths: Record<string, [RegExp, string]> = {
    [`/${site.chainId}`]: [/^Demo · Astrolabe$/, `/${site.chainId}`],
    [`/${site.chainId}/blocks?block_number=9`]: [/^Blocks on Demo/, `/${site.chainId}/blocks`],
    [`/${site.chainId}/txs`]: [/^Transactions on Demo/, `/${site.chainId}/txs`],
    [`/${site.chainId}/block/7`]: [/^Block #7 on Demo/, `/${site.chainId}/block/7`],
  };
  for (const [path, [title, canonical]] of Object.entries(paths)) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(title);
    await expect(page.locator('meta[name=description]'), path).toHaveAttribute('content', /Demo/);
    await expect(page.locator('link[rel=canonical]'), path).toHaveAttribute(
      'href',
      `${site.url}${canonical}`,
    );
  }
});

test('times are told the other way at once, and stay so', async ({ page, site }) => {
  await page.goto(`/${site.chainId}/block/7`);
  const time = page.getByRole('main').locator('time').first();
  await expect(time.locator('.when-relative')).toBeVisible();
  await page.getByLabel('Theme, times and units').click();
  const kept = page.waitForResponse((response) => response.url().endsWith('/settings/time'));
  await page.getByRole('button', { name: 'UTC date and time' }).click();
  await expect(time.locator('.when-relative')).toBeHidden();
  await expect(time.locator('.when-absolute')).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await kept;
  await page.reload();
  await expect(time.locator('.when-absolute')).toBeVisible();
  await page.getByLabel('Theme, times and units').click();
  await expect(page.getByRole('button', { name: 'UTC date and time' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Relative' }).click();
  await expect(time.locator('.when-relative')).toBeVisible();
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('times are told the other way too', async ({ page, site, request }) => {
    const path = `/${site.chainId}/blocks?block_number=100`;
    await page.goto(path);
    await page.getByLabel('Theme, times and units').click();
    await page.getByRole('button', { name: 'UTC date and time' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('data-time', 'absolute');
    const html = await (await request.get(path, { headers: { cookie: 'time="><script>' } })).text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en" dir="ltr" class="[\w ]+">/);
  });

  test('coin amounts are in the chosen unit, also in the state changes', async ({ page, site, txPath }) => {
    const coin = page.getByRole('main').getByText('ETH', { exact: true });
    await page.goto(`${txPath('WETH deposit')}/state`);
    await expect(coin).not.toHaveCount(0);
    await page.getByLabel('Theme, times and units').click();
    await page.getByRole('link', { name: 'All settings' }).click();
    await page.getByRole('button', { name: 'Wei', exact: true }).click();
    await expect(page).toHaveURL('/settings');
    await expect(page.getByRole('button', { name: 'Wei', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goto(`${txPath('WETH deposit')}/state`);
    await expect(coin).toHaveCount(0);
    const { items } = await readApi(
      page.request,
      site,
      `/transactions/${site.transactions['WETH deposit']}/state-changes`,
    );
    const { change } = items.find((item: { token: unknown }) => item.token === null);
    const row = page.getByRole('row').filter({ hasText: 'wei' }).first();
    await expect(row).toContainText(BigInt(change).toLocaleString('en').replace('-', '−'));
    const { value } = await readApi(page.request, site, `/transactions/${site.transactions['WETH deposit']}`);
    await page.goto(`${txPath('WETH deposit')}/internal`);
    await expect(page.locator('#call-0')).toContainText(`${BigInt(value).toLocaleString('en')} wei`);
    await page.goto(`${txPath('WETH deposit')}/token-transfers?view=flow`);
    await expect(page.locator('svg.diagram')).toContainText('wei');
    await page.goto(`/${site.chainId}/gas`);
    await expect(page.getByRole('columnheader', { name: 'Fast, wei' })).toBeVisible();
  });
});

test('settings say what labels are, and which button imports a file', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByText('Your own names for addresses')).toBeVisible();
  await expect(page.getByText('Import settings and labels')).toBeVisible();
});

test('on paper there is no bar, and every time is a date', async ({ page, site }) => {
  await page.goto(`/${site.chainId}/blocks`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  const time = page.getByRole('table').locator('time').first();
  await expect(time.locator('.when-relative')).toBeHidden();
  await expect(time.locator('.when-absolute')).toBeVisible();
});

test('what is copied is the whole value', async ({ page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const block = await readApi(page.request, site, '/blocks/7');
  await page.goto(`/${site.chainId}/block/7`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  await page.getByRole('button', { name: 'Copy block hash' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(block.hash);
  await page.goto(`/${site.chainId}/txs`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  const amount = page.locator('button.amount').first();
  await amount.click();
  await expect(amount).toHaveAttribute('aria-label', 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await amount.getAttribute('title'));
  await expect(amount).not.toHaveAttribute('aria-label');
  await page.evaluate(() => navigator.clipboard.writeText('kept'));
  await page.keyboard.press('c');
  await expect(page.locator('button.amount[data-copied]')).toHaveCount(0);
});

test('the keyboard meets the parts in the order of the page', async ({ page, site }) => {
  await page.goto(`/${site.chainId}/block/7`);
  await expect(page.locator('html')).toHaveAttribute('data-enhanced');
  const names: string[] = [];
  for (let index = 0; index < 16; index += 1) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        return (
          element?.getAttribute('aria-label') ?? element?.getAttribute('name') ?? element?.textContent ?? ''
        );
      }),
    );
  }
  expect(names.slice(0, 10)).toEqual([
    'Skip to content',
    'Astrolabe, all chains',
    'Demo',
    'Blocks',
    'Transactions',
    'Tokens',
    'Gas',
    'Statistics',
    'More',
    'q',
  ]);
  expect(names.slice(11, 16)).toEqual([
    expect.stringMatching(/^#\d/),
    'Theme, times and units',
    'Blocks',
    'Previous block',
    'Next block',
  ]);
});

test.describe('before an API of several chains', () => {
  let web: WebAlone;
  let api: Awaited<ReturnType<typeof startStubApi>>;

  test.beforeAll(async () => {
    const status = {
      finished_indexing: false,
      finished_indexing_blocks: false,
      indexed_blocks_ratio: '0.90',
      indexed_internal_transactions_ratio: null,
      first_block: 0,
      indexed_block: 12_345_674,
      head_block: 12_345_678,
      blocks_count: 12_345_675,
      transactions_count: 9_876_543_210,
      addresses_count: 1,
    };
    const empty = { items: [], next_page_params: null };
    const network = (id: string, name: string) => ({ id, name, symbol: 'ETH', is_demo: false });
    api = await startStubApi({
      '/api/json/config': {
        chains: { '1': '', '10': '' },
        endpoint_pricing: {},
        networks: [
          network('1', 'First chain'),
          network('10', 'A chain whose name is rather longer than others'),
        ],
      },
      '/1/api/v2/main-page/indexing-status': status,
      '/1/api/v2/blocks': empty,
      '/1/api/v2/transactions': empty,
      '/1/api/v2/search': empty,
      '/10/api/v2/search': empty,
    });
    const logo = test.info().outputPath('logo.svg');
    await writeFile(logo, LOGO);
    web = await startWebAlone({
      API_URL: api.url,
      BRAND_NAME: 'Example Scan',
      BRAND_LOGO: logo,
      BRAND_ACCENT: '#9d174d,#f9a8d4',
      BRAND_LINKS: 'Bridge=https://bridge.example/?a=b',
      BRAND_FOOTER: 'Run by <b>Example Ltd</b>',
      BRAND_NOTICE: 'The chain is upgraded on Monday.',
    });
  });

  test.afterAll(async () => {
    await web.stop();
    await api.stop();
  });

  test("the site is the operator's: name, logo, color, links, footer and notice", async ({ page }) => {
    for (const [colorScheme, color] of [
      ['light', 'rgb(157, 23, 77)'],
      ['dark', 'rgb(249, 168, 212)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${web.url}/1`);
      await expect(page).toHaveTitle('First chain · Example Scan');
      await expect(page.getByRole('complementary', { name: 'Notice' })).toHaveText(/upgraded on Monday/);
      const home = page.getByRole('link', { name: 'Example Scan, all chains' });
      await expect(home).toHaveText('Example Scan');
      const image = home.locator('img');
      expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(90);
      const foot = page.getByRole('contentinfo');
      await expect(foot).toContainText('Run by <b>Example Ltd</b>');
      await expect(foot.getByRole('link', { name: 'Bridge' })).toHaveAttribute(
        'href',
        /bridge.example\/\?a=b$/,
      );
      await expect(page.locator('html')).toHaveCSS('accent-color', color);
      await expectAccessible(page);
    }
    const href = await page.locator('link[rel=icon]').getAttribute('href');
    const logo = await page.request.get(`${web.url}${href}`);
    expect(logo.headers()).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    });
    const card = await page.request.get(`${web.url}/1/opengraph-image`);
    expect(card.headers()['content-type']).toBe('image/png');
  });

  test('the site lists them, with how far each is', async ({ page }) => {
    await page.goto(web.url);
    const chains = page.getByRole('list', { name: 'Chains' }).getByRole('listitem');
    await expect(chains).toHaveCount(2);
    await expect(chains.first()).toContainText('#12,345,674');
    await expect(chains.first()).toContainText('of #12,345,678');
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    await chains.first().getByRole('link').click();
    await expect(page).toHaveURL(`${web.url}/1`);
  });

  test('the bar says how late the data is, and changes the chain', async ({ page }) => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${web.url}/1`);
      await expect(page.getByRole('banner')).toContainText('4 behind');
      await page.getByLabel('Other chains').click();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await expect(page.getByRole('main')).toContainText('Indexing: >99.9% of the chain');
      await expect(page.getByRole('main')).toContainText('No blocks indexed yet');
      await expect(page.getByRole('main')).toContainText('Not live: 4 blocks behind the node');
      for (const fact of await page.getByRole('main').getByRole('definition').all())
        await expect(fact).not.toBeEmpty();
      await page.getByRole('link', { name: 'A chain whose name is rather longer' }).click();
      await expect(page).toHaveURL(`${web.url}/10`);
    }
  });

  test('what the service lacks is left out', async ({ page }) => {
    await page.goto(`${web.url}/10`);
    await expect(page.getByRole('main')).toContainText('does not list blocks and transactions');
    const lists = {
      '/10/blocks': 'does not list blocks',
      '/10/txs': 'does not list transactions',
      '/1/blocks': 'No blocks indexed yet',
    };
    for (const [path, text] of Object.entries(lists)) {
      expect((await page.goto(`${web.url}${path}`))?.status(), path).toBe(200);
      await expect(page.getByRole('main'), path).toContainText(text);
    }
    expect((await page.goto(`${web.url}/10/block/5`))?.status()).toBe(404);
    await expect(page.getByRole('main')).toContainText('Block #5 not found');
  });

  test('an address that no chain knows opens on the first, one named in a link on its own', async ({
    request,
  }) => {
    const address = `0x${'5a'.repeat(20)}`;
    const cases: Record<string, string> = {
      [address]: `/1/address/${address}`,
      [`https://x.example/10/address/${address}`]: `/10/address/${address}`,
    };
    for (const [text, path] of Object.entries(cases)) {
      const url = `${web.url}/search?${new URLSearchParams({ q: text })}`;
      const answer = await request.get(url, { maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], text).toEqual([303, path]);
    }
  });
});

test('a page leads to its data, and a tab to its own', async ({ page, site, txPath }) => {
  const path = txPath('FHE medley');
  const hash = site.transactions['FHE medley'];
  await page.goto(path, { waitUntil: 'networkidle' });
  const json = page.getByRole('contentinfo').getByRole('link', { name: 'JSON' });
  await expect(json).toHaveAttribute('href', `/api/v2/transactions/${hash}`);
  await page.getByRole('link', { name: /^FHE operations/ }).click();
  await expect(json).toHaveAttribute('href', `/api/v2/transactions/${hash}/fhe-operations`);
  const answer = await page.request.get(`/api/v2/transactions/${hash}/fhe-operations`);
  expect((await answer.json()).operation_count).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Copy curl command' })).toHaveAttribute(
    'data-copy',
    `curl --header "Authorization: Bearer $API_KEY" '${site.url}/${site.chainId}/api/v2/transactions/${hash}/fhe-operations'`,
  );
});
