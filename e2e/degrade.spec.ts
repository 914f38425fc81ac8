import { expect, test } from './site';
import {
  CHAIN,
  HASH,
  listSpecAnswers,
  RECEIVER,
  SENDER,
  type StubApi,
  specOperation,
  startStubApi,
  TRANSACTION_PATH,
} from './spec-service';
import { startWebAlone, type WebAlone } from './web-alone';

test.use({ javaScriptEnabled: false });

let api: StubApi;
let web: WebAlone;

test.beforeAll(async () => {
  api = await startStubApi(listSpecAnswers());
  web = await startWebAlone({ API_URL: api.url });
});

test.beforeEach(() => {
  api.answers.clear();
  for (const [path, body] of listSpecAnswers()) api.answers.set(path, body);
});

test.afterAll(async () => {
  await web.stop();
  api.stop();
});

const txPath = (tab = '') => `${web.url}/${CHAIN}/tx/${HASH}${tab}`;

test('a service of the five operations alone: the transaction is whole', async ({ page }) => {
  const answer = await page.goto(txPath());
  expect(answer?.status()).toBe(200);
  const main = page.getByRole('main');
  for (const text of ['Success', '41 confirmations', '0.000021 ETH', 'Confidential', '162,000', '60,000'])
    await expect(main).toContainText(text);
  await expect(page.getByRole('region', { name: 'Net balance changes' })).toContainText('−2.5 SUSD');
  await expect(page.getByRole('link', { name: /Previous|Next/ })).toHaveCount(0);
  const tabs = page.getByRole('navigation', { name: 'Sections of this transaction' });
  await expect(tabs.getByRole('link', { name: 'FHE operations' })).toHaveText(/1$/);
  await expect(tabs.getByRole('link', { name: 'Logs' })).toHaveText('Logs');
});

test('a service of the five operations alone: the other tabs show or say why not', async ({ page }) => {
  const texts: Record<string, string> = {
    '/token-transfers': 'SUSD',
    '/fhe': 'e1 = add(x1, x2)',
    '/logs': 'This API does not list logs',
    '/raw': 'gas_limit',
  };
  for (const [tab, text] of Object.entries(texts)) {
    expect((await page.goto(txPath(tab)))?.status(), tab).toBe(200);
    await expect(page.getByRole('main'), tab).toContainText(text);
  }
});

test('what such a service lacks is said in a sentence', async ({ page }) => {
  await page.goto(`${web.url}/`);
  await expect(page.getByRole('main')).toContainText('This API does not list its chains');
  await page.goto(`${web.url}/${CHAIN}`);
  await expect(page.getByRole('main')).toContainText('does not list blocks and transactions');
  await page.getByRole('searchbox').fill(HASH);
  await page.getByRole('searchbox').press('Enter');
  await expect(page).toHaveURL(txPath());
  const unknown = `0x${'00'.repeat(32)}`;
  expect((await page.goto(`${web.url}/${CHAIN}/tx/${unknown}`))?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText(`No transaction with this hash on Chain ${CHAIN}`);
});

test('addresses that look alike are shown in full, with a warning', async ({ page }) => {
  await page.goto(txPath('/token-transfers'));
  await expect(page.getByRole('main')).toContainText('Different addresses on this page look alike');
  const row = page.getByRole('row').last();
  await expect(row).toContainText(SENDER);
  await expect(row).toContainText(RECEIVER);
});

test('a contract that computed and looks like another address is shown in full', async ({ page }) => {
  const items = [{ ...specOperation, caller: { ...specOperation.caller, hash: RECEIVER } }];
  api.answers.set(`${TRANSACTION_PATH}/fhe-operations`, {
    items,
    max_depth_hcu: 162_000,
    operation_count: 1,
    total_hcu: 162_000,
  });
  await page.goto(txPath('/fhe'));
  await expect(page.getByRole('main')).toContainText('Different addresses on this page look alike');
  await expect(page.getByRole('table').getByRole('row').last()).toContainText(RECEIVER);
  await expect(page.getByRole('region', { name: 'HCU breakdown' })).toContainText(RECEIVER);
});

test('a refusal of what a page can do without does not take the page away', async ({ page }) => {
  api.answers.set(`${TRANSACTION_PATH}/logs`, 'not a list');
  api.answers.set(`/${CHAIN}/api/v2/main-page/indexing-status`, { finished: true });
  api.answers.set(`/${CHAIN}/api/v2/blocks/12`, { height: 'twelve' });
  for (const tab of ['', '/logs', '/fhe']) expect((await page.goto(txPath(tab)))?.status(), tab).toBe(200);
});

test('thousands of operations are drawn as groups on a page of bounded size', async ({ page }) => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const items = Array.from({ length: 3_000 }, (_, index) => ({
    ...specOperation,
    log_index: index,
    inputs: { lhs: word(index), rhs: word(index >> 1) },
    result: `0x${word(index + 1)}`,
    hcu_depth: 162_000 * (index + 1),
  }));
  api.answers.set(`${TRANSACTION_PATH}/fhe-operations`, {
    items,
    max_depth_hcu: 486_000_000,
    operation_count: 3_000,
    total_hcu: 486_000_000,
  });
  const answer = await page.goto(txPath('/fhe'));
  await expect(page.getByRole('region', { name: 'Dataflow', exact: true })).toContainText(
    'each box stands for all operations with the same name and caller',
  );
  await expect(page.locator('svg.fhe-graph rect')).not.toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('1 to 250 of 3,000 operations');
  expect((await answer?.text())?.length).toBeLessThan(3_000_000);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.locator('#op-250')).toContainText('e251 = add(');
});
