import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ACCESS_TOPICS } from '../lib/fhe/read-access';
import { expect, test } from './site';
import {
  CHAIN,
  HASH,
  listSpecAnswers,
  RECEIVER,
  SENDER,
  type StubApi,
  specAddress,
  specOperation,
  specTransfer,
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

test('zero-value transfers that their sender did not sign are counted and shown on request', async ({
  page,
}) => {
  const sent = { ...specTransfer, transaction_hash: HASH, log_index: 4 };
  const zero = { ...sent, is_unsigned_zero: true, total: { decimals: '6', value: '0' } };
  const ofOther = { ...zero, to: specAddress(`0x${'77'.repeat(20)}`) };
  api.answers.set(`/${CHAIN}/api/v2/token-transfers`, { items: [sent, ofOther], next_page_params: null });
  await page.goto(`${web.url}/${CHAIN}/token-transfers`);
  const main = page.getByRole('main');
  await expect(main).toContainText('Different addresses on this page look alike');
  await expect(main).toContainText('1 zero-value transfer on this page is hidden');
  await expect(page.getByRole('row')).toHaveCount(2);
  await main.getByRole('link', { name: 'Show it' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').last()).toContainText('Zero value');
  await main.getByRole('link', { name: 'Hide it' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  api.answers.set(`/${CHAIN}/api/v2/token-transfers`, { items: [zero], next_page_params: null });
  await page.reload();
  await expect(main).toContainText('1 zero-value transfer on this page is hidden');
  await expect(page.getByRole('table')).toHaveCount(0);
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
  for (const tab of ['', '/fhe']) expect((await page.goto(txPath(tab)))?.status(), tab).toBe(200);
});

test('thousands of operations are drawn as groups on a page of bounded size', async ({ page }) => {
  const word = (value: number) => value.toString(16).padStart(64, '0');
  const items = Array.from({ length: 5_000 }, (_, index) => ({
    ...specOperation,
    log_index: index,
    inputs: { lhs: word(index), rhs: word(index >> 1) },
    result: `0x${word(index + 1)}`,
    hcu_depth: 162_000 * (index + 1),
  }));
  api.answers.set(`${TRANSACTION_PATH}/fhe-operations`, {
    items,
    max_depth_hcu: 810_000_000,
    operation_count: 5_000,
    total_hcu: 810_000_000,
  });
  api.answers.set(TRANSACTION_PATH, {
    ...Object(api.answers.get(TRANSACTION_PATH)),
    fhe_operations_count: 5_000,
  });
  api.answers.set(`${TRANSACTION_PATH}/logs`, { items: listGrants(150, word), next_page_params: null });
  const answer = await page.goto(txPath('/fhe'));
  await expect(page.getByRole('region', { name: 'Dataflow', exact: true })).toContainText(
    'each box stands for all operations with the same name and caller',
  );
  await expect(page.locator('svg.diagram rect')).not.toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('1 to 40 of 5,000 operations');
  const access = page.getByRole('region', { name: 'Inputs and access' });
  await expect(access.getByRole('row')).toHaveCount(21);
  await expect(access).toContainText('The first 20 of 51');
  const size = (await answer?.text())?.length;
  console.log(`5,000 operations, 150 grants: ${size} bytes of HTML`);
  expect(size).toBeLessThan(300_000);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page.locator('#op-40')).toContainText('e41 = add(');
});

/** Grants of the first results, to three accounts each. */
function listGrants(count: number, word: (value: number) => string) {
  const signature = 'Allowed(address indexed caller, address indexed account, bytes32 handle)';
  return Array.from({ length: count }, (_, index) => ({
    ...{ transaction_hash: HASH, block_hash: `0x${'b1'.repeat(32)}`, block_number: 12, index: 5_000 + index },
    address: specAddress(`0x${'ac'.repeat(20)}`),
    topics: [ACCESS_TOPICS.Allowed, `0x${word(17)}`, `0x${word(18)}`, null],
    data: '0x',
    decoded: {
      ...{ method_call: signature, method_id: ACCESS_TOPICS.Allowed.slice(2, 10) },
      parameters: [
        { name: 'account', type: 'address', indexed: true, value: `0x${String((index % 3) + 1).repeat(40)}` },
        { name: 'handle', type: 'bytes32', indexed: false, value: `0x${word(1 + Math.floor(index / 3))}` },
      ],
    },
  }));
}

test('fifty of ten thousand large logs are a page of a bounded size', async ({ page }) => {
  const word = (seed: string) => createHash('sha256').update(seed).digest('hex');
  const items = Array.from({ length: 50 }, (_, index) => ({
    ...{ transaction_hash: HASH, block_hash: `0x${'b1'.repeat(32)}`, block_number: 12, index },
    address: specAddress(`0x${word(`emitter ${index}`).slice(24)}`),
    topics: [0, 1, 2, 3].map((topic) => `0x${word(`topic ${topic} of ${index}`)}`),
    data: `0x${Array.from({ length: 250 }, (__, at) => word(`${index} ${at}`)).join('')}`,
    decoded: null,
  }));
  const next_page_params = { block_number: 12, index: 49, items_count: 50 };
  api.answers.set(`${TRANSACTION_PATH}/logs`, { items, next_page_params });
  const answer = await page.goto(txPath('/logs'));
  const html = (await answer?.text()) ?? '';
  const sent = gzipSync(html).length;
  console.log(`50 logs of 8,000 bytes each: ${sent} bytes of HTML as sent, ${html.length} unpacked`);
  expect(sent).toBeLessThan(300_000);
  expect(html.length).toBeLessThan(700_000);
  await expect(page.getByRole('listitem').filter({ hasText: 'Unknown event' })).toHaveCount(50);
  await expect(page.getByRole('link', { name: 'Next page' })).toBeVisible();
});
