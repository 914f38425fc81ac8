import { test as base, expect, type Page } from '@playwright/test';
import { keccak256 } from 'viem';
import { asHex } from '../demo/node-request';
import { bufferToHex } from '../lib/evm/hex';
import { type PoolChain, startPoolChain } from '../test/support/mempool-chain';
import { expectAccessible, overflowOf } from './checks';
import { type Product, runProduct } from './run-product';

const test = base;
const CHAIN = '31337';
const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const RECEIVER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';

let chain: PoolChain;
let product: Product;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  chain = await startPoolChain();
  await chain.mine();
  product = await runProduct({ RPC_URL: chain.rpcUrl, CHAIN_NAME: 'Pool', API_KEY: 'k' });
});
test.afterAll(async () => {
  await product?.stop();
  await chain?.stop();
});

const urlOf = (path: string) => `${product.url}/${CHAIN}${path}`;

/** Reloads a page until the index has what it shows. */
async function openUntil(page: Page, path: string, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(urlOf(path));
    await expect(page.getByRole('main')).toContainText(text, { timeout: 1_000 });
  }).toPass();
}

test('a transaction is shown while it waits, and becomes mined before the reader’s eyes', async ({
  page,
}) => {
  const hash = bufferToHex(await chain.send({ value: 10 ** 15 }));
  await openUntil(page, `/tx/${hash}`, 'first seen');
  const main = page.getByRole('main');
  await expect(main).toContainText('Not in a block yet');
  await expect(main).toContainText('wants to send 0.001');
  await expect(main).toContainText('Its max fee is 100 Gwei per gas');
  await expect(main).toContainText('Its nonce is 0');
  await expect(main).toContainText('Max fee');
  await expect(main).toContainText('not used yet');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expectAccessible(page);
  }
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), String(width)).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await chain.mine();
  await expect(main).toContainText('Success');
  await expect(main).not.toContainText('Not in a block yet');
  await expect(main).toContainText('sent 0.001');
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('what is in its tabs while it waits says that it comes with the block', async ({ page }) => {
  const hash = bufferToHex(await chain.send());
  await openUntil(page, `/tx/${hash}/logs`, 'No logs yet');
  await page.goto(urlOf(`/tx/${hash}/token-transfers`));
  await expect(page.getByRole('main')).toContainText('Token transfers are not available');
  await page.goto(urlOf(`/tx/${hash}/fhe`));
  await expect(page.getByRole('main')).toContainText('it has run no FHE operations');
  await chain.mine();
});

test('one that another has replaced leads to that one', async ({ page }) => {
  const first = bufferToHex(await chain.send({ from: 1 }));
  await openUntil(page, `/tx/${first}`, 'first seen');
  const second = bufferToHex(await chain.send({ from: 1, nonce: 0, tip: 2 }));
  await chain.mine();
  const main = page.getByRole('main');
  await expect(main).toContainText('Replaced by another transaction');
  await expect(main).toContainText('Dropped');
  await expect(main).toContainText('wanted to send');
  await expect(main).not.toContainText('failed');
  await expectAccessible(page);
  await main.locator(`a[href$="/tx/${second}"]`).first().click();
  await expect(page.getByRole('main')).toContainText('Success');
});

test('the list of what waits is walked page by page, without a script too', async ({ browser }) => {
  const hashes: string[] = [];
  for (let value = 1; value <= 3; value += 1) hashes.push(bufferToHex(await chain.send({ value })));
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openUntil(page, '/txs', 'Pending 3');
  await page.getByRole('link', { name: 'Pending 3' }).click();
  const rows = page.getByRole('main').locator('a[href*="/tx/0x"]');
  await expect(rows).toHaveCount(3);
  await page.goto(urlOf('/txs?filter=pending&items_count=2'));
  await expect(rows).toHaveCount(2);
  const shown = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(rows).toHaveCount(1);
  shown.push(await rows.first().getAttribute('href'));
  expect(shown.map((href) => href?.split('/').at(-1)).sort()).toEqual([...hashes].sort());
  await page.goto(urlOf(`/address/${SENDER}`));
  await expect(page.getByRole('main').locator(`a[href$="/tx/${hashes[0]}"]`)).toHaveCount(1);
  await context.close();
  await chain.mine();
});

test('the pending list is empty with a sentence, and holds the long ones on a small screen', async ({
  page,
}) => {
  await openUntil(page, '/txs?filter=pending', 'No pending transactions');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

test('a page about a transaction that nobody knows yet becomes its page when it is sent', async ({
  page,
}) => {
  const transaction = {
    from: SENDER,
    to: RECEIVER,
    value: '0x2a',
    gas: '0x5208',
    gasPrice: '0x174876e800',
    nonce: await chain.request('eth_getTransactionCount', [SENDER, 'latest']),
  };
  const signed = asHex(await chain.request('eth_signTransaction', [transaction]));
  const hash = keccak256(signed);
  expect((await page.goto(urlOf(`/tx/${hash}`)))?.status()).toBe(404);
  await expect(page.getByRole('main')).toContainText('Checking every two seconds');
  await chain.request('eth_sendRawTransaction', [signed]);
  await expect(page.getByRole('main')).toContainText('Not in a block yet');
  await chain.mine();
  await expect(page.getByRole('main')).toContainText('Success');
});
