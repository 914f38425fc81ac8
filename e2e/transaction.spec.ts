import { readApi } from './checks';
import { expect, test } from './site';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the overview says everything', async ({ page, txPath, site }) => {
    const path = txPath('confidential transfer');
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction');
    const main = page.getByRole('main');
    await expect(main).toContainText(path.split('/').at(-1) ?? '');
    for (const text of [
      'Success',
      'confirmations',
      'Block',
      'Time',
      'UTC',
      'Value',
      'Transaction fee',
      'burnt',
      'From',
      'nonce',
    ])
      await expect(main).toContainText(text);
    await expect(main).toContainText(/and ran \d+ FHE operations?/);
    await expect(page.getByRole('region', { name: 'Gas limit & usage' })).toContainText('of');
    await expect(page.getByRole('region', { name: 'FHE operations' })).toContainText('Sequential depth');
    for (const tab of ['Overview', 'Token transfers', 'FHE operations'])
      await expect(page.getByRole('link', { name: new RegExp(`^${tab}`) })).toBeVisible();
    await expect(page.getByRole('link', { name: `GET /${site.chainId}/api/v2` })).toBeHidden();
  });

  test('the tabs are pages', async ({ page, txPath }) => {
    const path = txPath('FHE medley');
    await page.goto(path);
    await page.getByRole('link', { name: 'Token transfers' }).click();
    await expect(page).toHaveURL(`${path}/token-transfers`);
    const transfers = page.getByRole('link', { name: 'Token transfers' });
    await expect(transfers).toHaveAttribute('aria-current', 'page');
    await expect(transfers).not.toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)');
    const operations = page.getByRole('link', { name: /^FHE operations/ });
    await expect(operations).toHaveCSS('border-bottom-color', 'rgba(0, 0, 0, 0)');
    await operations.click();
    await expect(page).toHaveURL(`${path}/fhe`);
    await expect(page.getByRole('table', { name: /^FHE operations/ })).toContainText('euint64');
  });

  test('all fields stand under their JSON names', async ({ page, txPath, site }) => {
    const path = txPath('WETH deposit');
    await page.goto(`${path}?all`);
    const hash = path.split('/').at(-1);
    const answer = await page.request.get(`${site.apiUrl}/${site.chainId}/api/v2/transactions/${hash}`, {
      headers: { authorization: `Bearer ${site.apiKey}` },
    });
    const fields = Object.keys(await answer.json());
    expect(fields.length).toBeGreaterThan(40);
    const names = await page.getByRole('region', { name: 'All fields' }).locator('dt').allTextContents();
    expect(names).toEqual(expect.arrayContaining(fields));
  });
});

test('a failed transaction says why', async ({ page, txPath }) => {
  await page.goto(txPath('ERC-20 transfer beyond the balance'));
  const main = page.getByRole('main');
  await expect(main).toContainText(/failed to send \S.* dUSD to/);
  await expect(main).toContainText(
    'ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  );
  const reason = page.getByRole('region', { name: 'Failure reason' });
  await expect(reason).toContainText('All changes were reverted');
  // amounts in the unit of the token that refused
  await expect(reason).toContainText(/balance uint256\s*[\d.,]+ dUSD/);
});

test('a batch is walked page by page in the URL', async ({ page, txPath }) => {
  await page.goto(`${txPath('token medley')}/token-transfers`);
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(51);
  const first = await rows.nth(1).textContent();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/index/);
  await expect(rows.nth(1)).not.toHaveText(first ?? '');
  expect(await rows.count()).toBeLessThan(51);
  await page.getByRole('link', { name: 'First page' }).click();
  await expect(rows).toHaveCount(51);
});

test('chips filter by the type parameter of the API', async ({ page, txPath }) => {
  await page.goto(`${txPath('token medley')}/token-transfers`);
  const all = await page.getByRole('row').count();
  await page.getByRole('link', { name: 'ERC-721', exact: true }).click();
  await expect(page).toHaveURL(/\?type=ERC-721$/);
  await expect(page.getByRole('row').nth(1)).toContainText('ERC-721');
  expect(await page.getByRole('row').count()).toBeLessThan(all);
  await page.goto(`${txPath('plain ether transfer')}/token-transfers?type=ERC-20`);
  await expect(page.getByRole('main')).toContainText('No transfers of these standards');
  const mistyped = await page.goto(`${txPath('token medley')}/token-transfers?type=ERC-999&index=x`);
  expect(mistyped?.status()).toBe(200);
  await expect(page.getByRole('row')).toHaveCount(all);
});

test('a confidential amount is encrypted, never zero', async ({ page, txPath }) => {
  await page.goto(`${txPath('confidential transfer')}/token-transfers`);
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('encrypted amount');
  await expect(row).toContainText('ERC-7984');
  await expect(row.getByRole('cell').nth(3)).not.toContainText(/^\s*0\b/);
});

test('the encrypted work is weighed against the limits', async ({ page, txPath, site }) => {
  const path = txPath('FHE medley');
  const hash = path.split('/').at(-1);
  const answer = await page.request.get(
    `${site.apiUrl}/${site.chainId}/api/v2/transactions/${hash}/fhe-operations`,
    { headers: { authorization: `Bearer ${site.apiKey}` } },
  );
  const { total_hcu, max_depth_hcu, items } = await answer.json();
  await page.goto(`${path}/fhe`);
  const budget = page.getByRole('region', { name: 'HCU budget' });
  for (const figure of [total_hcu, max_depth_hcu, 20_000_000, 5_000_000])
    await expect(budget).toContainText(figure.toLocaleString('en'));
  const operations = page.getByRole('table', { name: /^FHE operations/ });
  await expect(operations.getByRole('row')).toHaveCount(items.length + 1);
  await expect(page.locator(`#op-${items[0].log_index}`)).toContainText('e1 =');
  const breakdown = page.getByRole('region', { name: 'HCU breakdown' });
  await expect(breakdown).toContainText('By operation');
  await expect(breakdown).toContainText('By caller');
});

test('2^256-1 goes from the log to the page with every digit', async ({ page, txPath }) => {
  const largest = 2n ** 256n - 1n;
  await page.goto(`${txPath('encryption of 2^256-1')}/fhe`);
  await expect(page.locator(`[title$="${largest}"]`)).toHaveCount(1);
  await page.goto(txPath('transfer of 2^256-1, 1 of 10'));
  await expect(page.locator(`[title^="${largest.toLocaleString('en')}"]`).first()).toBeVisible();
});

test.describe('what strangers wrote', () => {
  for (const name of [
    'Markup token',
    'Right-to-left token',
    'NUL token',
    'Long name token',
    'HugeNameToken',
  ]) {
    test(`the name of ${name} is inert`, async ({ page, txPath }) => {
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      const response = await page.goto(txPath(`transfer of ${name}`));
      expect(response?.status()).toBe(200);
      const text = await page.getByRole('main').innerText();
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      expect(text).not.toContain('\0');
      expect(await page.locator('main script, main b').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect((await response?.text())?.length).toBeLessThan(400_000);
      expect(dialogs).toEqual([]);
    });
  }

  test('a reason with markup is text, a NUL is a picture of it', async ({ page, txPath }) => {
    await page.goto(txPath('revert with markup'));
    await expect(page.getByRole('main')).toContainText('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img').count()).toBe(0);
    await page.goto(txPath('revert with a NUL byte'));
    await expect(page.getByRole('main')).toContainText('before␀after');
  });
});

test('each kind of transaction has a page', async ({ page, txPath }) => {
  const kinds: Record<string, string> = {
    'legacy transaction': 'Legacy',
    'access list transaction': 'EIP-2930',
    'blob transaction': 'Blob gas',
    'sponsored delegation': 'Authorizations',
    'contract creation': 'new contract',
    'failed creation': 'failed to create a contract',
    'transfer with a message': 'Ad astra per aspera ✨',
    'out of gas': 'Failed',
    'revert with invalid UTF-8': 'Failed',
  };
  for (const [name, text] of Object.entries(kinds)) {
    expect((await page.goto(txPath(name)))?.status(), name).toBe(200);
    await expect(page.getByRole('main'), name).toContainText(text);
  }
});

test('the neighbours in a block are one step away', async ({ page, txPath }) => {
  const path = txPath('legacy transaction');
  await page.goto(path);
  const step = page.getByRole('link', { name: /(Previous|Next) in block/ }).first();
  await step.click();
  await expect(page).not.toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Transaction');
});

test('an approval is told in words, and logs are filtered by event in the URL', async ({
  page,
  site,
  txPath,
}) => {
  await page.goto(txPath('ERC-20 approval'));
  const approvals = page.getByRole('region', { name: 'Approvals' });
  await expect(approvals.getByRole('listitem')).toHaveCount(1);
  await expect(approvals).toContainText(/allows.*to spend (up to [\d,.]+|unlimited) /s);
  const hash = site.transactions['airdrop of 48 transfers'];
  const logs = await readApi(page.request, site, `/transactions/${hash}/logs?items_count=50`);
  const { address, topics } = logs.items[0];
  const wanted = logs.items.filter((log: { topics: string[] }) => log.topics[0] === topics[0]).length;
  await page.goto(`${txPath('airdrop of 48 transfers')}/logs?address=${address.hash}&topic=${topics[0]}`);
  await expect(page.locator('li[id^="log-"]')).toHaveCount(wanted);
  await page.goto(`${txPath('airdrop of 48 transfers')}/logs?topic=0x${'1'.repeat(64)}`);
  await expect(page.getByText('No matching logs')).toBeVisible();
});

test('a transaction has one position in its block wherever the page tells it', async ({ page, txPath }) => {
  await page.goto(txPath('ERC-20 transfer'));
  const detail = page.locator('#details + *, dl').filter({ hasText: 'Index in block' }).last();
  const [, position] = /Index in block(\d+)/.exec((await detail.textContent()) ?? '') ?? [];
  expect(position).toBeDefined();
  await expect(page.getByText(`Index ${position}`, { exact: true })).toBeVisible();
});
