import { expect, test } from './site';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the graph is drawn at true scale and every box leads to its row', async ({ page, txPath, site }) => {
    const path = txPath('FHE medley');
    const answer = await page.request.get(
      `${site.apiUrl}/${site.chainId}/api/v2/transactions/${path.split('/').at(-1)}/fhe-operations`,
      { headers: { authorization: `Bearer ${site.apiKey}` } },
    );
    const { items, max_depth_hcu: depth } = await answer.json();
    await page.goto(`${path}/fhe`);
    const graph = page.locator('svg.diagram');
    await expect(graph).toBeVisible();
    const boxes = graph.locator('a');
    await expect(boxes).toHaveCount(items.length);
    const pixels: number[] = [];
    for (const item of items) {
      const box = graph.locator(`a[href="#op-${item.log_index}"]`);
      const width = Number(await box.locator('rect').first().getAttribute('width'));
      if (item.hcu_cost / depth > 0.01) pixels.push(width / (item.hcu_cost / depth));
      await expect(page.locator(`tr#op-${item.log_index}`)).toHaveCount(1);
    }
    expect(pixels.length).toBeGreaterThan(10);
    expect(Math.max(...pixels) - Math.min(...pixels)).toBeLessThan(2);
    await expect(page.getByRole('region', { name: 'Dataflow', exact: true })).toContainText(
      `${depth.toLocaleString('en')} HCU in total`,
    );
    await boxes.last().click({ position: { x: 3, y: 12 } });
    await expect(page).toHaveURL(new RegExp(`#op-${items.at(-1).log_index}$`));
  });

  test('a confidential transfer and the operation that computed it lead to each other', async ({
    page,
    txPath,
  }) => {
    const path = txPath('FHE medley');
    await page.goto(`${path}/fhe`);
    const row = page.getByRole('row').filter({ hasText: 'see transfer' }).first();
    const id = await row.getAttribute('id');
    await row.getByRole('link', { name: 'see transfer' }).click();
    await expect(page).toHaveURL(/\/token-transfers#log-\d+$/);
    await page.locator(':target').getByRole('link', { name: 'see operation' }).click();
    await expect(page).toHaveURL(`${path}/fhe#${id}`);
  });

  test('a handle tells where it comes from and who may decrypt it, and is found by the search', async ({
    page,
    txPath,
  }) => {
    const path = txPath('FHE medley');
    await page.goto(`${path}/fhe`);
    const access = page.getByRole('region', { name: 'Inputs and access' });
    await expect(access).toContainText(/Encrypted input\s*of/);
    await expect(access).toContainText('proof verified in log');
    const row = access.getByRole('row').filter({ hasText: 'Result of' }).first();
    await expect(row).not.toContainText('no grant');
    const handle = (await row.locator('[data-same]').first().getAttribute('data-same')) ?? '';
    expect(handle).toMatch(/^0x[0-9a-f]{64}$/);
    await page.getByRole('searchbox').fill(handle);
    await page.getByRole('searchbox').press('Enter');
    await expect(page).toHaveURL(new RegExp(`/handle/${handle}$`));
  });

  test('a value that everyone may decrypt is shown in units of its token, once', async ({
    page,
    site,
    txPath,
  }) => {
    const hash = txPath('payroll: unwrap requested').split('/').at(-1);
    const base = `${site.apiUrl}/${site.chainId}/api/v2/transactions/${hash}/token-transfers`;
    const headers = { authorization: `Bearer ${site.apiKey}` };
    const { items } = await (await page.request.get(base, { headers })).json();
    await page.goto(`/${site.chainId}/handle/${items[0].encrypted_amount}`);
    const head = page.locator('main header').first();
    await expect(head).toContainText(/operation has used it, and everyone may decrypt it since/);
    await expect(head).not.toContainText('account');
    const value = page.getByRole('region', { name: 'Public value' });
    await expect(value).toContainText('500.00 cdUSD');
    await expect(value).toContainText('Unwrapped to 500.00 dUSD in');
  });

  test('an operation leads to its log', async ({ page, txPath }) => {
    await page.goto(`${txPath('FHE medley')}/fhe`);
    await page
      .getByRole('table', { name: 'FHE operations' })
      .getByRole('row')
      .last()
      .getByRole('link', { name: /, log \d+$/ })
      .click();
    await expect(page.locator(':target')).toContainText('FheAdd(address indexed caller');
  });

  test('the confidential activity of a chain is in the navigation, and has the figures of the API', async ({
    page,
    site,
  }) => {
    const headers = { authorization: `Bearer ${site.apiKey}` };
    const base = `${site.apiUrl}/${site.chainId}/api/v2/fhe`;
    const activity = await (await page.request.get(base, { headers })).json();
    const { items: callers } = await (await page.request.get(`${base}/callers`, { headers })).json();
    await page.goto(`/${site.chainId}/fhe`);
    await expect(
      page.getByRole('navigation').locator(`a[href="/${site.chainId}/fhe"]`).first(),
    ).toHaveAttribute('aria-current', 'page');
    const facts = page.locator('dl').first();
    const deployment = page.getByRole('region', { name: 'fhEVM deployment', exact: true });
    for (const host of ['executor', 'acl', 'hcu_limit', 'kms_verifier', 'input_verifier', 'bridge'])
      await expect(
        deployment.locator(`a[href$="/address/${activity.deployments[0].deployment[host]}"]`),
      ).toHaveCount(1);
    for (const figure of [activity.operations_count, activity.total_hcu, activity.transactions_count])
      await expect(facts).toContainText(Number(figure).toLocaleString('en'));
    const rows = page.getByRole('table', { name: /^Callers/ }).getByRole('row');
    await expect(rows).toHaveCount(Math.min(10, callers.length) + 1);
    await expect(rows.nth(1)).toContainText(callers[0].total_hcu.toLocaleString('en'));
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page.getByRole('table', { name: /^Transactions with FHE/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Callers' })).toHaveCount(0);
  });

  test('operations are numbered by themselves, and plaintext has no sign of a number', async ({
    page,
    txPath,
  }) => {
    await page.goto(`${txPath('FHE medley')}/fhe`);
    const table = page.getByRole('table', { name: 'FHE operations' });
    const rows = table.getByRole('row');
    for (const at of [1, 2, 3]) await expect(rows.nth(at)).toContainText(new RegExp(`^${at}\\D`));
    await expect(table).not.toContainText('#');
    await expect(page.getByRole('region', { name: 'Inputs and access' })).toContainText(
      /Result of\s*operation \d/,
    );
  });

  test('a failed transaction says why, and a contract what it computes', async ({ page, site, txPath }) => {
    await page.goto(`/${site.chainId}/fhe`);
    await page
      .getByRole('table', { name: /^Callers/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('link', { name: 'Contract', exact: true }).click();
    const profile = page.getByRole('region', { name: 'FHE profile' });
    await expect(
      profile
        .getByRole('table', { name: /^HCU by function/ })
        .getByRole('row')
        .nth(1),
    ).toBeVisible();
    await profile.getByRole('link', { name: 'All its FHE transactions' }).click();
    await expect(page).toHaveURL(/\/fhe\?caller=0x/);
    await page.goto(`${txPath('revert with a custom error')}/fhe`);
    await expect(page.getByRole('region', { name: 'Failure reason' })).toBeVisible();
  });

  test('a transaction that opened, disclosed or bridged values without computing says so', async ({
    page,
    txPath,
  }) => {
    for (const [name, words] of [
      ['disclosure requested', /Anyone may decrypt these values from now on.*disclosure requested/s],
      ['amount disclosed', 'amount disclosed'],
      ['handle sent away', 'sent to another chain'],
    ] as const) {
      await page.goto(`${txPath(name)}/fhe`);
      const events = page.getByRole('region', { name: 'What it did with encrypted values' });
      await expect(events).toContainText(words);
      await expect(events.locator('a[href*="/handle/0x"]').first()).toBeVisible();
      await expect(page.getByRole('main')).not.toContainText('No FHE operations');
    }
  });

  test('transactions are chosen by their FHE operations, and counted only where all are listed', async ({
    page,
    site,
  }) => {
    await page.goto(`/${site.chainId}/txs?fhe_operations_count=100`);
    await expect(page.getByRole('main')).toContainText('No matching transactions');
    await expect(page.getByRole('main')).not.toContainText('indexed transactions');
    await page.getByRole('link', { name: 'FHE ≥ 10', exact: true }).click();
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('link', { name: /^Pending/ }).click();
    await expect(page).toHaveURL(/\/txs\?filter=pending$/);
    await expect(page.getByRole('navigation', { name: 'FHE operations' })).toHaveCount(0);
  });

  test('a transaction without encrypted work says so', async ({ page, txPath }) => {
    await page.goto(`${txPath('plain ether transfer')}/fhe`);
    await expect(page.getByRole('main')).toContainText('No FHE operations');
    await expect(page.locator('svg.diagram')).toHaveCount(0);
  });
});

test('pointing at a value lights it up in the graph and in the table', async ({ page, txPath }) => {
  await page.goto(`${txPath('FHE medley')}/fhe`, { waitUntil: 'networkidle' });
  await page.getByRole('table').locator('code [data-same]').first().hover();
  await expect(page.locator('svg.diagram g.is-same')).toHaveCount(1);
  expect(await page.locator('svg.diagram path.is-same').count()).toBeGreaterThan(0);
  expect(await page.getByRole('table').locator('.is-same').count()).toBeGreaterThan(1);
});
