import type { Page } from '@playwright/test';
import { expectAccessible, expectContrast, overflowOf } from './checks';
import { expect, test } from './site';

/** Loading the document takes a busy machine many seconds. */
const DRAWN_MS = 40_000;
const WIDTHS = [320, 390, 768, 1440];

/** Opens the console at an operation; returns what is drawn of it. */
async function openOperation(page: Page, tag: string, id: string) {
  await page.goto(`/docs/api/console#/${encodeURIComponent(tag)}/${id}`);
  const operation = page.locator(`[id="operations-${tag.replaceAll(' ', '_')}-${id}"]`);
  await expect(operation.getByRole('button', { name: 'Execute' })).toBeVisible({ timeout: DRAWN_MS });
  return operation;
}

test.beforeEach(() => test.setTimeout(5 * DRAWN_MS));

/** Executes it; returns the response: code, headers, body. */
async function execute(operation: Awaited<ReturnType<typeof openOperation>>) {
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table');
  await expect(answer).toBeVisible();
  return answer;
}

test('all that the document has is there, with its examples', async ({ page, request }) => {
  const served = await (await request.get('/openapi.json')).json();
  const operation = await openOperation(page, 'transactions', 'getTransaction');
  const operations = page.locator('.opblock [data-path]');
  const methodsOf = (path: string) =>
    Object.keys(served.paths[path]).filter((name) => /^(get|post)$/.test(name));
  const expected = Object.keys(served.paths).flatMap((path) => methodsOf(path).map(() => path));
  await expect(operations).toHaveCount(expected.length, { timeout: DRAWN_MS });
  const drawn = await operations.evaluateAll((paths) => paths.map((path) => path.getAttribute('data-path')));
  expect(drawn.toSorted()).toEqual(expected.toSorted());
  await page.getByRole('button', { name: 'Schemas' }).click();
  // Swagger UI draws the schemas that are in view.
  for (const name of ['TokenTransfer', 'Transaction', 'FheOperation'])
    await expect(async () => {
      await page.mouse.wheel(0, 300);
      await expect(page.locator('.models').getByText(name, { exact: true })).toBeVisible({ timeout: 300 });
    }).toPass({ timeout: DRAWN_MS });
  const { example } =
    served.paths['/{chain_id}/api/v2/transactions/{transaction_hash_param}'].get.responses['200'].content[
      'application/json'
    ];
  await expect(operation.locator('.example').first()).toContainText(example.hash);
});

test('the page of an operation leads to its place, where it is asked without a key', async ({
  page,
  site,
}) => {
  await page.goto('/docs/api/listBlocks');
  await page.getByRole('link', { name: 'Try it in the console' }).click();
  const operation = page.locator('[id="operations-blocks-listBlocks"]');
  await expect(operation.locator('.opblock-summary')).toBeInViewport({ timeout: DRAWN_MS });
  await operation.getByRole('textbox', { name: 'items_count' }).fill('2');
  const answer = await execute(operation);
  await expect(answer.locator('.response-col_status').last()).toHaveText(/^200/);
  const body = JSON.parse((await answer.locator('pre').first().textContent()) ?? '');
  expect(body.items).toHaveLength(2);
  await expect(operation.locator('.request-url')).toContainText(`${site.url}/api/v2/blocks?`);
  await expect(operation.locator('.request-url')).toContainText('items_count=2');
});

test('a reader asks with a key of their own, which stays out of every address and of what is kept', async ({
  page,
  site,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const operation = await openOperation(page, 'main page', 'getIndexingStatus');
  await page.getByLabel('API key').fill('not-a-key');
  await expect(await execute(operation)).toContainText('401');
  await page.getByLabel('API key').fill(site.apiKey);
  const answer = await execute(operation);
  await expect(answer).toContainText('x-credits-remaining: ');
  await expect(answer).toContainText('"finished_indexing"');
  await expect(operation.locator('.request-url')).toContainText(`${site.url}/${site.chainId}/api/v2/`);
  expect(requests.filter((url) => url.includes(site.apiKey))).toEqual([]);
  expect(requests.filter((url) => new URL(url).origin !== new URL(site.url).origin)).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept).not.toContain(site.apiKey);
});

test('numbers of 256 bits keep their digits', async ({ page, txPath }) => {
  const hash = txPath('encryption of 2^256-1').split('/').at(-1) ?? '';
  const operation = await openOperation(page, 'transactions', 'listTransactionFheOperations');
  await operation.getByRole('textbox', { name: 'transaction_hash_param' }).fill(hash);
  await expect(await execute(operation)).toContainText(String(2n ** 256n - 1n));
});

test('unfolded and answered, axe finds nothing in either theme and nothing is wider than its window', async ({
  page,
}) => {
  const operation = await openOperation(page, 'transactions', 'listTransactions');
  await execute(operation);
  await operation.getByRole('tab', { name: 'Schema' }).first().click();
  await page.getByRole('button', { name: 'Schemas' }).click();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectContrast(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflowOf(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('the keyboard alone unfolds an operation, fills it in and asks it', async ({ page }) => {
  await page.goto('/docs/api/console');
  const operation = page.locator('[id="operations-transactions-listTransactions"]');
  await operation.getByRole('button').first().focus();
  await page.keyboard.press('Enter');
  const execute = operation.getByRole('button', { name: 'Execute' });
  await expect(execute).toBeVisible();
  await expect(page).toHaveURL('/docs/api/console#/transactions/listTransactions');
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await execute.evaluate((button) => button === document.activeElement)) break;
  }
  await expect(execute).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(operation.locator('.live-responses-table')).toContainText('200');
});

test('a document that goes missing is told of', async ({ page }) => {
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.goto('/docs/api/console');
  await expect(page.getByText('The console could not be loaded')).toBeVisible();
});
