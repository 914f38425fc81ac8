import { readApi } from './checks';
import { expect, test } from './site';

test('a transaction is printed as a receipt: exact, absolute, without the page around it', async ({
  page,
  site,
  txPath,
}) => {
  const path = txPath('WETH deposit');
  const { value, fee, from, to, timestamp } = await readApi(
    page.request,
    site,
    `/transactions/${site.transactions['WETH deposit']}`,
  );
  await page.goto(path);
  const receipt = page.getByLabel('Receipt', { exact: true });
  await expect(receipt).toBeHidden();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(receipt).toBeVisible();
  const second = new Date(timestamp).toISOString().slice(11, 19);
  for (const text of [
    `${BigInt(value).toLocaleString('en')} wei`,
    `${BigInt(fee.value).toLocaleString('en')} wei`,
    `${second} UTC`,
    from.hash,
    to.hash,
    `${site.url}${path}`,
  ])
    await expect(receipt).toContainText(text);
  const code = receipt.getByRole('img', { name: 'QR code' });
  await expect(code).toBeVisible();
  // three finder patterns: their upper edges are runs of seven modules
  expect(await code.locator('path').last().getAttribute('d')).toMatch(/^M4 4\.5h7M.*M\d+ 4\.5h7M/);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const printed = await ink();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  expect(printed).toBe(await ink());
});

test('a receipt fits a sheet, one of many transfers a few', async ({ page, txPath }) => {
  const most: Record<string, number> = { 'WETH deposit': 1, 'FHE medley': 1, 'airdrop of 48 transfers': 2 };
  for (const [name, sheets] of Object.entries(most)) {
    await page.goto(txPath(name));
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
    expect(pages.length, name).toBeGreaterThan(0);
    expect(pages.length, name).toBeLessThanOrEqual(sheets);
    const [, width = '', height = ''] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([Math.round(Number(width)), Math.round(Number(height))], name).toEqual([595, 842]);
  }
});
