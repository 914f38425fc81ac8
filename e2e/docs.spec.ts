import type { Locator, Page } from '@playwright/test';
import { z } from 'zod';
import { expectAccessible, expectContrast, overflowOf } from './checks';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { startWebAlone } from './web-alone';

const operationSchema = z.object({ operationId: z.string(), summary: z.string() });
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.union([
      z.object({ get: operationSchema }).transform(({ get }) => get),
      z.object({ post: operationSchema }).transform(({ post }) => post),
    ]),
  ),
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('every operation of the document is listed and has a page with its example', async ({
    page,
    site,
  }) => {
    const served = await (await page.request.get('/openapi.json')).json();
    const operations = Object.entries(documentSchema.parse(served).paths);
    await page.goto(`/${site.chainId}`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
    const main = page.getByRole('main');
    for (const [path, { operationId }] of operations)
      await expect(main.locator(`li:has(a[href="/docs/api/${operationId}"])`), path).toContainText(path);
    for (const [path, { operationId, summary }] of operations) {
      const html = await (await page.request.get(`/docs/api/${operationId}`)).text();
      for (const text of [summary, /id="(request-)?example"/, 'id="errors"'])
        expect.soft(html, `${text} in ${path}`).toMatch(text);
    }
    expect((await page.request.get('/docs/api/no-such-operation')).status()).toBe(404);
  });

  test('the form of an operation says that it needs a script', async ({ page }) => {
    await page.goto('/docs/api/listBlocks');
    await expect(page.locator('form noscript p')).toHaveText('Sending a request from here needs JavaScript.');
    await expect(page.getByRole('button', { name: 'Send' })).toBeHidden();
  });
});

test('the server’s key is in none of it', async ({ request, site }) => {
  for (const path of ['/docs/api', '/docs/api/getTransaction', '/openapi.json'])
    expect(await (await request.get(path)).text()).not.toContain(site.apiKey);
});

/** Sends the operation; its response. */
async function send(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Send' }).click();
  const panel = page.getByRole('region', { name: 'Try it' }).locator('[aria-live]');
  await expect(panel).toContainText('Response headers');
  return panel;
}

test('an operation is tried on its page, without a key where it needs none, by the keyboard alone', async ({
  page,
}) => {
  await page.goto('/docs/api/listBlocks');
  await page.getByRole('textbox', { name: 'items_count' }).fill('2');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Try it' }).locator('[aria-live]');
  await expect(panel).toContainText('/api/v2/blocks?items_count=2: 200');
  expect(JSON.parse((await panel.locator('pre').textContent()) ?? '').items).toHaveLength(2);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page);
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowOf(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('a key of the reader stays out of every address and of what is kept', async ({ page, site }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/docs/api/getIndexingStatus');
  await page.getByLabel('API key').fill('not-a-key');
  await expect(await send(page)).toContainText('401');
  await page.getByLabel('API key').fill(site.apiKey);
  await expect(page.getByRole('region', { name: 'Try it' })).toContainText('401');
  const panel = await send(page);
  await expect(panel).toContainText('"finished_indexing"');
  await expect(panel).toContainText(`/${site.chainId}/api/v2/`);
  await panel.getByText('Response headers').click();
  await expect(panel).toContainText('x-credits-remaining: ');
  expect(requests.filter((url) => url.includes(site.apiKey))).toEqual([]);
  expect(requests.filter((url) => new URL(url).origin !== new URL(site.url).origin)).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept).not.toContain(site.apiKey);
});

test('numbers of 256 bits keep their digits, and a request that fails is told of', async ({
  page,
  txPath,
}) => {
  const hash = txPath('encryption of 2^256-1').split('/').at(-1) ?? '';
  await page.goto('/docs/api/listTransactionFheOperations');
  await page.getByRole('textbox', { name: 'transaction_hash_param' }).fill(hash);
  await expect(await send(page)).toContainText(String(2n ** 256n - 1n));
  await page.route('**/fhe-operations*', (route) => route.abort());
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The request could not be sent')).toBeVisible();
});

test('a panel of calls leads to the operations', async ({ page, txPath }) => {
  await page.goto(`${txPath('FHE medley')}/raw`);
  await page.getByRole('link', { name: 'FHE operations', exact: true }).last().click();
  await expect(page).toHaveURL('/docs/api/listTransactionFheOperations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('FHE operations of a transaction');
});

test('every page leads to the operation that it shows', async ({ page, site, txPath }) => {
  const operations: Record<string, string> = {
    [`/${site.chainId}/block/7`]: 'getBlock',
    [`${txPath('FHE medley')}/fhe`]: 'listTransactionFheOperations',
    [`/${site.chainId}/stats/newTxns`]: 'getChart',
  };
  for (const [path, id] of Object.entries(operations)) {
    await page.goto(path);
    await page.getByRole('link', { name: 'API docs' }).click();
    await expect(page).toHaveURL(`/docs/api/${id}`);
  }
});

test('a service that does not describe itself is told of; one that does is shown as it is', async ({
  page,
}) => {
  const silent = await startStubApi({});
  const strange = await startStubApi({
    '/openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Another API' },
      paths: { '/v1/things/{id}': { get: { summary: 'A thing', parameters: [], responses: {} } } },
    },
  });
  const sites = [await startWebAlone({ API_URL: silent.url }), await startWebAlone({ API_URL: strange.url })];
  const [before, beside] = sites;
  for (const path of ['/docs/api', '/docs/api/getTransaction']) {
    expect((await page.goto(`${before?.url}${path}`))?.status()).toBe(200);
    await expect(page.getByRole('main')).toContainText('No API documentation available');
  }
  await page.goto(`${beside?.url}/docs/api`);
  await page.getByRole('link', { name: 'A thing' }).click();
  await expect(page).toHaveURL(/\/docs\/api\/v1-things-id$/);
  await expect(page.getByRole('main')).toContainText('/v1/things/{id}');
  await expect(page.getByRole('textbox', { name: 'id' })).toBeVisible();
  await Promise.all([...sites, silent, strange].map((each) => each.stop()));
});
