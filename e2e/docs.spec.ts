import { z } from 'zod';
import { expect, test } from './site';
import { startStubApi } from './stub-api';
import { startWebAlone } from './web-alone';

const documentSchema = z.object({
  paths: z.record(z.string(), z.object({ get: z.object({ operationId: z.string(), summary: z.string() }) })),
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
    for (const [path, { get }] of operations)
      await expect(main.locator(`li:has(a[href="/docs/api/${get.operationId}"])`), path).toContainText(path);
    for (const [path, { get }] of operations) {
      const html = await (await page.request.get(`/docs/api/${get.operationId}`)).text();
      for (const text of [get.summary, 'id="example"', 'id="errors"'])
        expect.soft(html.includes(text), `${text} in ${path}`).toBe(true);
    }
    expect((await page.request.get('/docs/api/no-such-operation')).status()).toBe(404);
  });

  test('an operation is asked by a form, on the open surface', async ({ page }) => {
    await page.goto('/docs/api/listBlocks');
    await page.getByLabel('items_count').fill('2');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page).toHaveURL('/api/v2/blocks?items_count=2');
    expect(JSON.parse(await page.locator('pre').innerText()).items).toHaveLength(2);
    // as it comes, with the values of its example
    await page.goto('/docs/api/getTransaction');
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect(page).toHaveURL(/\/api\/v2\/transactions\/0x[0-9a-f]{64}$/);
    expect(JSON.parse(await page.locator('pre').innerText())).toMatchObject({ status: 'ok' });
  });

  test('the form leads nowhere else', async ({ request }) => {
    const answer = await request.get('/docs/api/getTransaction/ask?chain_id=/evil.example&q=1', {
      maxRedirects: 0,
    });
    expect(answer.status()).toBe(303);
    expect(answer.headers().location).toBe('/%2Fevil.example/api/v2/transactions/');
  });
});

test('a reader asks with a key of their own, which stays out of every address', async ({ page, site }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/docs/api/getIndexingStatus', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByText(/^401 from /)).toBeVisible();
  await page.getByLabel('Your key').fill(site.apiKey);
  await page.getByRole('button', { name: 'Ask' }).click();
  await expect(page.getByText(/^200 from /)).toBeVisible();
  await expect(page.getByText('x-credits-remaining: ')).toBeVisible();
  await expect(page.getByText('"finished_indexing"').first()).toBeVisible();
  expect(asked.filter((url) => url.includes(site.apiKey))).toEqual([]);
  expect(asked.filter((url) => new URL(url).origin !== new URL(site.url).origin)).toEqual([]);
});

test('the server’s key is in none of it', async ({ request, site }) => {
  for (const path of ['/docs/api', '/docs/api/getTransaction', '/openapi.json'])
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
    await page.getByRole('link', { name: 'how to ask' }).click();
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
    await expect(page.getByRole('main')).toContainText('The data service does not describe itself');
  }
  await page.goto(`${beside?.url}/docs/api`);
  await page.getByRole('link', { name: 'A thing' }).click();
  await expect(page).toHaveURL(/\/docs\/api\/v1-things-id$/);
  await expect(page.getByRole('main')).toContainText('/v1/things/{id}');
  await Promise.all([...sites, silent, strange].map((each) => each.stop()));
});
