import { readApi } from './checks';
import { expect, test } from './site';

const grouped = (height: number) => `#${height.toLocaleString('en')}`;

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('blocks are paged there and back', async ({ page, site }) => {
    const { items } = await readApi(page.request, site, '/blocks');
    const newest: number = items[0].height;
    const path = `/${site.chainId}/blocks`;
    await page.goto(path);
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(51);
    await expect(page.getByRole('link', { name: 'First page' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Previous page' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(`${path}?block_number=${newest - 49}`);
    await expect(rows.nth(1)).toContainText(grouped(newest - 50));
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(rows.nth(1)).toContainText(grouped(newest - 100));
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect(rows.nth(1)).toContainText(grouped(newest - 50));
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect(rows.nth(1)).toContainText(grouped(newest));
    await page.goto(`${path}?block_number=10`);
    await expect(rows).toHaveCount(11);
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(page).toHaveURL(path);
  });

  test('a place in a list that means nothing is the beginning, one beyond the end says so', async ({
    page,
    site,
  }) => {
    for (const list of ['blocks', 'txs']) {
      await page.goto(`/${site.chainId}/${list}?block_number=x&index=-1&items_count=9999`);
      await expect(page.getByRole('table').getByRole('row'), list).toHaveCount(51);
      await page.goto(`/${site.chainId}/${list}?block_number=0&index=0`);
      await expect(page.getByRole('main'), list).toContainText('The list ends before this page.');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Latest (blocks|transactions)$/ })
        .click();
      await expect(page).toHaveURL(`/${site.chainId}/${list}`);
    }
  });

  test('transactions are paged', async ({ page, site }) => {
    const { items } = await readApi(page.request, site, '/transactions');
    const path = `/${site.chainId}/txs`;
    await page.goto(path);
    const hashes = page.getByRole('table').locator('a[href*="/tx/"]');
    await expect(hashes).toHaveCount(50);
    await expect(hashes.first()).toHaveAttribute('title', items[0].hash);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/block_number=\d+&index=\d+$/);
    const shown = await hashes.evaluateAll((links) => links.map((link) => link.getAttribute('title')));
    const first = new Set(items.map((item: { hash: string }) => item.hash));
    expect(shown.filter((hash) => first.has(hash))).toEqual([]);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(page).toHaveURL(path);
  });

  test('a block says what it is and leads to its neighbours', async ({ page, site, txPath }) => {
    const hash = txPath('FHE medley').split('/').at(-1);
    const { block_number: height } = await readApi(page.request, site, `/transactions/${hash}`);
    const block = await readApi(page.request, site, `/blocks/${height}`);
    const path = `/${site.chainId}/block/${height}`;
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Block ${grouped(height)}`);
    const main = page.getByRole('main');
    for (const text of [
      block.hash,
      'Time',
      'Fee recipient',
      'Gas used',
      'Base fee',
      'Transaction fees',
      'burnt',
      'priority fees',
    ])
      await expect(main).toContainText(text);
    await expect(page.getByRole('region', { name: 'FHE operations' })).toContainText(
      Number(block.total_hcu).toLocaleString('en'),
    );
    const rows = page.getByRole('region', { name: 'Transactions' }).getByRole('row');
    await expect(rows).toHaveCount(block.transactions_count + 1);
    await expect(main.locator(`a[href="${txPath('FHE medley')}"]`)).toBeVisible();
    await page.getByRole('link', { name: 'Next block' }).click();
    await expect(page).toHaveURL(`/${site.chainId}/block/${height + 1}`);
    await page.getByRole('link', { name: 'Previous block' }).click();
    await expect(page).toHaveURL(path);
    await page.getByText('Block header', { exact: true }).click();
    await page.getByRole('link', { name: block.parent_hash }).click();
    await expect(page).toHaveURL(`/${site.chainId}/block/${height - 1}`);
  });

  test('a block is by the start of its name or symbol too, and has one canonical address', async ({
    page,
    site,
  }) => {
    const block = await readApi(page.request, site, '/blocks/7');
    for (const id of ['7', '007', block.hash, `0x${block.hash.slice(2).toUpperCase()}`]) {
      expect((await page.goto(`/${site.chainId}/block/${id}`))?.status(), id).toBe(200);
      await expect(page.getByRole('heading', { level: 1 }), id).toHaveText('Block #7');
      const canonical = page.locator('link[rel=canonical]');
      await expect(canonical, id).toHaveAttribute('href', `${site.url}/${site.chainId}/block/7`);
    }
  });

  test('the first block has none before it, an empty one says so', async ({ page, site }) => {
    await page.goto(`/${site.chainId}/block/0`);
    await expect(page.getByRole('main')).toContainText('Genesis');
    await expect(page.getByRole('link', { name: 'Previous block' })).toHaveCount(0);
    await expect(page.getByRole('main')).toContainText('Empty block');
  });

  test('the transactions of a block are paged by their position', async ({ page, site }) => {
    const { items } = await readApi(page.request, site, '/blocks');
    const block = items.find((item: { transactions_count: number }) => item.transactions_count > 2);
    const path = `/${site.chainId}/block/${block.height}`;
    await page.goto(`${path}?items_count=2`);
    const rows = page.getByRole('region', { name: 'Transactions' }).getByRole('row');
    await expect(rows).toHaveCount(3);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(`${path}?index=${block.transactions_count - 2}&items_count=2`);
    await expect(rows.nth(1)).toContainText(String(block.transactions_count - 3));
    await page.getByRole('link', { name: 'Previous page' }).click();
    await expect(page).toHaveURL(`${path}?items_count=2`);
    await page.goto(`${path}?index=0`);
    await expect(page.getByRole('main')).toContainText('No more results');
  });

  test('what is no block is a 404 that helps', async ({ page, site }) => {
    const cases: Record<string, string> = {
      '99999999': 'It does not exist yet: the chain is at #',
      '9999999999999999': 'It does not exist yet',
      [`0x${'ab'.repeat(32)}`]: 'No block with this hash on Demo',
      '0x12': 'Invalid block',
      nonsense: 'Invalid block',
      '-1': 'Invalid block',
      '99999999999999999999999999': 'Invalid block',
    };
    for (const [id, text] of Object.entries(cases)) {
      const answer = await page.goto(`/${site.chainId}/block/${id}`);
      expect(answer?.status(), id).toBe(404);
      await expect(page.getByRole('main'), id).toContainText(text);
      await expect(page.getByRole('main').getByRole('link').first(), id).toBeVisible();
    }
  });
});
