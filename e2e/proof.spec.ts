import type { Page } from '@playwright/test';
import { z } from 'zod';
import { proveAccessList } from '../test/support/access-list-proof';
import { readApi } from './checks';
import { expect, test } from './site';

const proofOf = z.looseObject({
  transaction_hash: z.string(),
  block_hash: z.string(),
  header: z.string(),
  block_number: z.int(),
});

const outcome = (page: Page) => page.getByRole('heading', { name: 'The proof is valid' });

test('a pasted proof is checked in the browser, without a request', async ({ page, site }) => {
  const hash = site.transactions['ERC-20 transfer'];
  const proof = proofOf.parse(await readApi(page.request, site, `/transactions/${hash}/proof`));
  await page.goto('/proof');
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const text = page.getByRole('textbox', { name: /Proof of a transaction/ });
  await text.fill(JSON.stringify(proof));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(outcome(page)).toBeVisible();
  await expect(page.locator('main')).toContainText(proof.block_hash);
  await expect(page.locator('#content')).toContainText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await text.fill(JSON.stringify({ ...proof, index: 1 }));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('The proof is invalid')).toBeVisible();
  await text.fill('');
  const file = {
    name: 'proof.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(proof)),
  };
  await page.getByLabel('or a file').setInputFiles(file);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(outcome(page)).toBeVisible();
  expect(requests).toEqual([]);
});

test('a pasted access list is checked in the browser', async ({ page }) => {
  const proof = proveAccessList(4);
  await page.goto('/proof');
  await page.waitForLoadState('networkidle');
  const text = page.getByRole('textbox', { name: /Proof of a block/ });
  await text.fill(JSON.stringify(proof));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(outcome(page)).toBeVisible();
  const content = page.locator('#content');
  await expect(content).toContainText(proof.block_hash);
  await expect(content).toContainText('Accounts after the block');
  await expect(content).toContainText('Balance98,999,999,999,975,270,904 wei');
  await expect(content).toContainText(`Slot 0x${'3'.padStart(64, '0')}`);
  await text.fill(JSON.stringify({ ...proof, access_list: proveAccessList(5).access_list }));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('the access list does not have the hash of the header')).toBeVisible();
});

test('without JavaScript the server checks the form, and no more than a megabyte', async ({
  browser,
  page,
  site,
}) => {
  const hash = site.transactions['ERC-20 transfer'];
  const proof = proofOf.parse(await readApi(page.request, site, `/transactions/${hash}/proof`));
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/proof');
  await plain.getByRole('textbox', { name: /Proof of a transaction/ }).fill(JSON.stringify(proof));
  await plain.getByRole('button', { name: 'Check' }).click();
  await expect(outcome(plain)).toBeVisible();
  await plain
    .getByRole('textbox', { name: /Proof of a transaction/ })
    .fill(JSON.stringify({ ...proof, block_number: 1 }));
  await plain.getByRole('button', { name: 'Check' }).click();
  await expect(plain.getByText(/the header is of block/)).toBeVisible();
  const buffer = Buffer.alloc(2 * 1024 * 1024, '7');
  await plain
    .getByLabel('or a file')
    .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer });
  await plain.getByRole('button', { name: 'Check' }).click();
  await expect(plain.getByText(/Proofs over 1 MB can only be checked with JavaScript/)).toBeVisible();
  await context.close();
});

test('a block and a transaction say whether they are proven, and lead to the proof', async ({
  page,
  site,
  txPath,
}) => {
  const path = txPath('ERC-20 transfer');
  await page.goto(path);
  await page.getByRole('link', { name: 'Proven', exact: true }).first().click();
  await expect(page).toHaveURL(/\/proof\?chain=31337&tx=0x/);
  await expect(outcome(page)).toBeVisible();
  const hash = site.transactions['ERC-20 transfer'];
  const { block_number: height } = proofOf.parse(
    await readApi(page.request, site, `/transactions/${hash}/proof`),
  );
  await page.goto(`/${site.chainId}/block/${height}`);
  await page.getByRole('link', { name: 'Proven', exact: true }).first().click();
  await expect(page.getByText('passed', { exact: true })).toHaveCount(10);
  // Anvil sends transactions for an account whose key it was not given.
  await page.goto(`/${site.chainId}/block/1`);
  await page
    .getByRole('link', { name: /^Not prov/ })
    .first()
    .click();
  await expect(page.getByText(/cannot be checked: transaction \d+ has no signature/)).toHaveCount(2);
});
