import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible, overflowOf, readApi } from './checks';
import { LAMP_SOURCE } from './lamp';
import { expect, test } from './site';

/** The site's registry of compilers does not answer: see e2e/start-site.ts. */
const REGISTRY = '127.0.0.1:9';
const END_MS = 240_000;

const form = (page: Page) => page.getByRole('region', { name: 'Verify the source code' });
const compared = (page: Page) => page.getByRole('region', { name: 'What was compared' });

async function send(page: Page, fields: Readonly<{ source: string; name: string; compiler?: string }>) {
  const { source, name, compiler } = fields;
  if (compiler !== undefined)
    await form(page).getByLabel('Compiler', { exact: false }).first().selectOption(compiler);
  await form(page).getByLabel('Contract name').fill(name);
  await form(page).getByLabel('Or one flattened file').fill(source);
  await form(page).getByLabel('Optimizer', { exact: true }).check();
  await form(page).getByLabel('EVM version').selectOption('paris');
  await form(page).getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(/verify\?id=/);
}

test('a verification is followed to its end without JavaScript', async ({ browser, site }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/${site.chainId}/address/${site.lamp}/contract/verify`);
  await send(page, { source: LAMP_SOURCE, name: 'Lamp' });
  const steps = page.getByRole('list', { name: 'Progress' });
  await expect(steps).toContainText('Queue');
  // by itself: the page has no script
  await expect(page.getByRole('main')).toContainText('Verified: exact match', { timeout: END_MS });
  await expect(steps.locator('[aria-current]')).toHaveCount(0);
  for (const [part, text] of [
    ['Compiler', 'The code names the same compiler'],
    ['Settings', 'The same: they are in the metadata.'],
    ['Code', 'bytes without metadata'],
    ['Metadata', 'every byte of the sources is the same'],
    ['Constructor', 'followed by 32 bytes of arguments'],
  ] as const) {
    const row = compared(page).locator('dl > div', { has: page.getByText(part, { exact: true }) });
    await expect(row).toContainText(text);
    await expect(row).toContainText('same');
  }
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.getByRole('link', { name: 'Source code of the contract' }).click();
  await expect(page.getByRole('main')).toContainText('contract Lamp');
  await context.close();
});

test('what does not match is told part by part', async ({ page, site, txPath }) => {
  const hash = txPath('transfer of Markup token').split('/').at(-1);
  const { to } = await readApi(page.request, site, `/transactions/${hash}`);
  await page.goto(`/${site.chainId}/address/${to.hash}/contract/verify`);
  await send(page, { source: readFileSync('demo/contracts/Hostile.sol', 'utf8'), name: 'OddToken' });
  await expect(page.getByRole('main')).toContainText('Not verified', { timeout: END_MS });
  await expect(compared(page)).toContainText('OddToken');
  await expect(compared(page)).toContainText('The code was made by compiler 0.8.30');
  await expect(compared(page)).toContainText('made for a newer EVM version than this one (paris)');
  await expect(compared(page)).toContainText('differs');
  await expectAccessible(page);
  // the form stands below, for another try
  await expect(form(page)).toBeVisible();
});

test('a compiler that cannot be had is told, with those that are there', async ({ page, site, txPath }) => {
  const hash = txPath('transfer of NUL token').split('/').at(-1);
  const { to } = await readApi(page.request, site, `/transactions/${hash}`);
  await page.goto(`/${site.chainId}/address/${to.hash}/contract/verify`);
  await expect(form(page)).toContainText(/Installed here: v0\.8\.\d+\./);
  await send(page, { source: 'contract OddToken {}', name: 'OddToken', compiler: 'v0.8.20' });
  await expect(page.getByRole('main')).toContainText(
    `Compiler 0.8.20 is not installed here, and ${REGISTRY} did not send it.`,
    { timeout: END_MS },
  );
  await expect(form(page)).toContainText(`${REGISTRY} did not send the last one that was asked for.`);
  await expectAccessible(page);
});
