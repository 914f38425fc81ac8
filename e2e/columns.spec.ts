import { expect, test } from './site';

const LISTS = [
  { path: 'txs', first: 'Transaction', without: 'Fee', kept: 'Value' },
  { path: 'token-transfers', first: 'Transaction', without: 'Event', kept: 'From and to' },
  { path: 'blocks', first: 'Block', without: 'Fee recipient', kept: 'Gas used' },
  { path: 'tokens', first: 'Token', without: 'Symbol', kept: 'Standard' },
];

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, first, without, kept } of LISTS)
    test(`columns of /${path} are chosen by a form, and the choice is in the URL`, async ({ page, site }) => {
      await page.goto(`/${site.chainId}/${path}`);
      const heads = page.getByRole('columnheader');
      const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
      await expect(head(without)).toHaveCount(1);
      const count = await heads.count();
      await page.locator('summary', { hasText: 'Columns' }).click();
      await page.getByLabel(without, { exact: true }).uncheck();
      await page.getByRole('button', { name: 'Show' }).click();
      await expect(page).toHaveURL(/[?&]columns=/);
      await expect(head(without)).toHaveCount(0);
      await expect(heads.first()).toHaveText(first);
      await expect(head(kept)).toHaveCount(1);
      await expect(page.locator('tbody tr').first().getByRole('cell')).toHaveCount(count - 1);
      await page.locator('summary', { hasText: `Columns ${count - 1} of ${count}` }).click();
      await page.getByRole('link', { name: 'All columns' }).click();
      await expect(heads).toHaveCount(count);
    });

  test('other pages of the list keep the columns, and the first one stays', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs?columns=value`);
    const heads = page.getByRole('columnheader');
    await expect(heads).toHaveText(['Transaction', 'Value']);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(heads).toHaveText(['Transaction', 'Value']);
    await expect(page.getByRole('link', { name: 'Previous page' })).toBeVisible();
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByLabel('Method', { exact: true }).check();
    const second = page.url();
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(heads).toHaveText(['Transaction', 'Method', 'Value']);
    expect(new URL(page.url()).searchParams.get('block_number')).toBe(
      new URL(second).searchParams.get('block_number'),
    );
    await page.goto(`/${site.chainId}/txs?columns=<script>`);
    await expect(page.getByRole('columnheader', { name: 'Fee' })).toHaveCount(1);
  });
});

test('the folded choice of columns stands in the line of the heads, before and after a choice', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  for (const { path, first } of LISTS)
    for (const query of ['', `?columns=${first.toLowerCase()},time,from-and-to,gas-used,symbol`]) {
      await page.goto(`/${site.chainId}/${path}${query}`);
      const [iconMiddle, headsMiddle, gap] = await page.locator('.columns').evaluate((picker) => {
        const boxOf = (selector: string) =>
          picker.parentElement?.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const middleOf = ({ top, height }: DOMRect) => top + height / 2;
        const above = boxOf('table').top - (picker.parentElement?.getBoundingClientRect().top ?? 0);
        return [middleOf(boxOf('.columns svg')), middleOf(boxOf('thead tr')), above];
      });
      expect(Math.abs(Number(iconMiddle) - Number(headsMiddle)), path).toBeLessThan(2);
      expect(gap, path).toBe(0);
    }
});

test('the points of the amounts of a list are below each other', async ({ page, site }) => {
  await page.goto(`/${site.chainId}/txs?columns=transaction,fee`);
  const tails = await page
    .locator('tbody td:last-child .tail')
    .evaluateAll((all) =>
      all.map((tail) => ({ text: tail.textContent, at: tail.getBoundingClientRect().left })),
    );
  expect(tails.length).toBeGreaterThan(20);
  expect(new Set(tails.map(({ text }) => text?.length)).size).toBeGreaterThan(1);
  expect(new Set(tails.map(({ at }) => Math.round(at))).size).toBe(1);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a rounded amount has all its digits where it is focused', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/txs?columns=transaction,fee`);
    const amount = page.locator('button.amount').first();
    const whole = await amount.getAttribute('title');
    const shown = () => amount.evaluate((button) => getComputedStyle(button, '::after').content);
    expect(await shown()).toBe('none');
    await amount.focus();
    expect(await shown()).toBe(`"${whole}"`);
    expect((whole ?? '').length).toBeGreaterThan((await amount.innerText()).length);
  });
});

test('long numbers of wei break, so that the list fits', async ({ page, site, context }) => {
  await context.addCookies([{ name: 'unit', value: 'wei', url: site.url }]);
  await page.setViewportSize({ width: 1024, height: 800 });
  await page.goto(`/${site.chainId}/txs`);
  const outside = await page.locator('tbody .in-column:has(> .long)').evaluateAll((all) =>
    all.map((one) => {
      const right = one.closest('td')?.getBoundingClientRect().right ?? 0;
      return one.getBoundingClientRect().right - right;
    }),
  );
  expect(outside.length).toBeGreaterThan(1);
  expect(Math.max(...outside)).toBeLessThanOrEqual(0);
});
