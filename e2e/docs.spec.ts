import { z } from 'zod';
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

const MANY_PAGES_MS = 180_000;

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('every operation of the document is listed and has a page with its example', async ({
    page,
    site,
  }) => {
    test.setTimeout(MANY_PAGES_MS);
    const served = await (await page.request.get('/openapi.json')).json();
    const operations = Object.entries(documentSchema.parse(served).paths);
    await page.goto(`/${site.chainId}`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
    const main = page.getByRole('main');
    for (const [path, { operationId }] of operations)
      await expect(main.locator(`li:has(a[href="/docs/api/${operationId}"])`), path).toContainText(path);
    for (const [path, { operationId, summary }] of operations) {
      const html = await (await page.request.get(`/docs/api/${operationId}`)).text();
      for (const text of [summary, 'id="example"', 'id="errors"'])
        expect.soft(html.includes(text), `${text} in ${path}`).toBe(true);
    }
    expect((await page.request.get('/docs/api/no-such-operation')).status()).toBe(404);
  });

  test('the console says that it needs a script, and leads to the list', async ({ page }) => {
    await page.goto('/docs/api/console');
    await expect(page.getByText('Loading the console')).toBeVisible();
    await page.getByRole('link', { name: 'All operations' }).click();
    await expect(page).toHaveURL('/docs/api');
  });
});

test('the server’s key is in none of it', async ({ request, site }) => {
  for (const path of ['/docs/api', '/docs/api/console', '/docs/api/getTransaction', '/openapi.json'])
    expect(await (await request.get(path)).text()).not.toContain(site.apiKey);
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
  for (const path of ['/docs/api', '/docs/api/console', '/docs/api/getTransaction']) {
    expect((await page.goto(`${before?.url}${path}`))?.status()).toBe(200);
    await expect(page.getByRole('main')).toContainText('No API documentation available');
  }
  await page.goto(`${beside?.url}/docs/api`);
  await page.getByRole('link', { name: 'A thing' }).click();
  await expect(page).toHaveURL(/\/docs\/api\/v1-things-id$/);
  await expect(page.getByRole('main')).toContainText('/v1/things/{id}');
  await page.getByRole('link', { name: 'Try it in the console' }).click();
  await expect(page.getByRole('main').locator('.opblock')).toContainText('/v1/things/{id}');
  await Promise.all([...sites, silent, strange].map((each) => each.stop()));
});
