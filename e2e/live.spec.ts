import { expect, test } from './site';
import {
  CHAIN,
  HASH,
  listSpecAnswers,
  type StubApi,
  specTransaction,
  startStubApi,
  TRANSACTION_PATH,
} from './spec-service';
import { startWebAlone, type WebAlone } from './web-alone';

const PENDING = {
  ...specTransaction,
  status: null,
  block_number: null,
  position: null,
  timestamp: null,
  confirmations: 0,
  gas_used: null,
  token_transfers: [],
};
let api: StubApi;
let web: WebAlone;

test.beforeEach(async () => {
  api = await startStubApi(listSpecAnswers());
  web = await startWebAlone({ API_URL: api.url });
});

test.afterEach(async () => {
  await web.stop();
  api.stop();
});

const txUrl = () => `${web.url}/${CHAIN}/tx/${HASH}`;

test('a pending transaction becomes mined before the reader’s eyes', async ({ page }) => {
  api.answers.set(TRANSACTION_PATH, PENDING);
  await page.goto(txUrl());
  const main = page.getByRole('main');
  await expect(main).toContainText('Not in a block yet');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  api.answers.set(TRANSACTION_PATH, specTransaction);
  await expect(main).toContainText('41 confirmations');
  await expect(main).not.toContainText('Not in a block yet');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('a page that was refreshed with what a replica that lags says is refreshed again', async ({ page }) => {
  await page.clock.install();
  api.answers.set(TRANSACTION_PATH, PENDING);
  const { block_number, position, status, confirmations } = specTransaction;
  const json = { block_number, position, status, confirmations, is_pending_update: false };
  await page.route(`**/live/${CHAIN}/transactions/${HASH}`, (route) => route.fulfill({ json }));
  await page.goto(txUrl(), { waitUntil: 'networkidle' });
  const asked = () => api.asked.filter((path) => path === TRANSACTION_PATH).length;
  const before = asked();
  await page.clock.runFor(3_000);
  await expect.poll(asked).toBeGreaterThan(before);
  const block = page.getByRole('main').locator(`a[href="/${CHAIN}/block/12"]`);
  await expect(block).toHaveCount(0);
  api.answers.set(TRANSACTION_PATH, specTransaction);
  await page.clock.runFor(60_000);
  await expect(block.first()).toBeVisible();
});

test('confirmations grow, and nothing is asked while the tab is hidden', async ({ page }) => {
  await page.clock.install();
  await page.goto(txUrl(), { waitUntil: 'networkidle' });
  api.answers.set(TRANSACTION_PATH, { ...specTransaction, confirmations: 42 });
  await page.clock.runFor(6_000);
  await expect(page.getByRole('main')).toContainText('42 confirmations');
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const before = api.asked.length;
  await page.clock.runFor(60_000);
  expect(api.asked.length).toBe(before);
  api.answers.set(TRANSACTION_PATH, { ...specTransaction, confirmations: 43 });
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.clock.runFor(6_000);
  await expect(page.getByRole('main')).toContainText('43 confirmations');
});

test('a page about an unknown transaction becomes its page when it comes', async ({ page }) => {
  api.answers.delete(TRANSACTION_PATH);
  expect((await page.goto(txUrl()))?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('Checking every two seconds');
  api.answers.set(TRANSACTION_PATH, specTransaction);
  await expect(page.getByRole('main')).toContainText('41 confirmations');
});

test('the door gives a transaction and the head only, to nobody too often, and keeps nothing', async ({
  request,
}) => {
  const door = `${web.url}/live/${CHAIN}`;
  const answer = await request.get(`${door}/transactions/${HASH}`);
  expect(await answer.json()).toEqual({
    block_number: 12,
    position: 0,
    status: 'ok',
    confirmations: 41,
    is_pending_update: false,
  });
  expect(answer.headers()['cache-control']).toBe('no-store');
  for (const path of [
    '/transactions',
    `/transactions/${HASH}/logs`,
    '/blocks/1',
    '/head/1',
    '/transactions/..%2f..%2fx',
  ])
    expect((await request.get(`${door}${path}`)).status(), path).toBe(404);
  expect(await (await request.get(`${web.url}/live/99/transactions/${HASH}`)).json()).toBeNull();
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async () => (await request.get(`${door}/transactions/${HASH}`)).status()),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  expect(statuses).toContain(200);
});
