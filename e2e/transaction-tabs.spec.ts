import { expect, test } from './site';

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('the logs are events with names, types and values', async ({ page, txPath }) => {
    await page.goto(`${txPath('WETH deposit')}/logs`);
    const log = page.getByRole('region', { name: 'Logs' }).getByRole('listitem').first();
    await expect(log).toContainText('Deposit(address indexed dst, uint256 wad)');
    await expect(log.locator('dt').filter({ hasText: 'dst' })).toContainText('indexed');
    await expect(log.locator('dt').filter({ hasText: 'wad' })).not.toContainText('indexed');
    await log.getByText('Raw topics and data').click();
    await expect(log).toContainText('0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c');
  });

  test('a log of no known interface shows its topics and data at once', async ({ page, txPath }) => {
    await page.goto(`${txPath('log without topics')}/logs`);
    const log = page.getByRole('region', { name: 'Logs' }).getByRole('listitem').first();
    await expect(log).toContainText('Anonymous event');
    await expect(log.getByText('data', { exact: true })).toBeVisible();
  });

  test('addresses in arguments are called by their names', async ({ page, txPath }) => {
    await page.goto(txPath('swap after its deadline'));
    const input = page.getByRole('region', { name: 'Input data' });
    await expect(input.getByRole('link', { name: /Demo Dollar 0x[0-9a-fA-F]{40}$/ })).toBeVisible();
  });

  test('logs are walked page by page, and a transfer leads to its own', async ({ page, txPath }) => {
    const path = txPath('token medley');
    await page.goto(`${path}/logs`);
    const logs = page.getByRole('region', { name: 'Logs' }).locator('li[id^=log-]');
    await expect(logs).toHaveCount(50);
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/index=/);
    await expect(logs.first()).toHaveAttribute('id', 'log-50');
    await page.goto(`${path}/token-transfers`);
    const link = page
      .getByRole('row')
      .last()
      .getByRole('link', { name: /^Log \d+$/ });
    const id = (await link.getAttribute('href'))?.split('#')[1];
    await link.click();
    await expect(page.locator(':target')).toHaveAttribute('id', id ?? '');
    await expect(page.locator(':target')).toContainText('Transfer');
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(logs.first()).toHaveAttribute('id', 'log-0');
  });

  test('a failed transaction keeps no logs, and the page says why', async ({ page, txPath }) => {
    await page.goto(`${txPath('ERC-20 transfer beyond the balance')}/logs`);
    await expect(page.getByRole('main')).toContainText('A failed transaction has no logs');
  });

  test('raw has the calls, the input in both readings and every field', async ({ page, txPath, site }) => {
    const path = txPath('transfer with a message');
    await page.goto(`${path}/raw`);
    const hash = path.split('/').at(-1);
    await expect(page.getByRole('region', { name: 'Raw input as UTF-8' })).toHaveText(
      'Ad astra per aspera ✨',
    );
    await expect(page.getByRole('region', { name: 'Raw input as Hex' })).toContainText('0x4164');
    const calls = page.getByRole('region', { name: 'API calls' });
    const curl = await calls.locator('[data-copy]').first().getAttribute('data-copy');
    expect(curl).toContain(`/${site.chainId}/api/v2/transactions/${hash}'`);
    expect(await page.content()).not.toContain(site.apiKey);
    const answer = await page.request.get(`${site.apiUrl}/api/v2/transactions/${hash}`);
    const names = await page.getByRole('region', { name: 'All fields' }).locator('dt').allTextContents();
    expect(names).toEqual(expect.arrayContaining(Object.keys(await answer.json())));
  });

  test('the tabs tell how much they hold', async ({ page, txPath }) => {
    await page.goto(txPath('token medley'));
    const tabs = page.getByRole('navigation', { name: 'Sections of this transaction' });
    for (const [name, count] of Object.entries({ 'Token transfers': '66\\+', Logs: '83' }))
      await expect(tabs.getByRole('link', { name })).toHaveText(new RegExp(`${count}$`));
  });
});

test('who got what: each account, each asset, and no number for what is encrypted', async ({
  page,
  txPath,
}) => {
  await page.goto(txPath('token medley'));
  await expect(page.getByText(/Of the fee, [\d.]+ ETH was burnt\./)).toBeVisible();
  const changes = page.getByRole('region', { name: 'Net balance changes' });
  await expect(changes).toContainText('19 accounts');
  const sender = changes.locator('dl > div').first();
  await expect(sender).toContainText('−250 dUSD');
  await expect(sender).toContainText('+0.829934196103517307 WETH');
  await expect(sender).toContainText(/sent.*encrypted amount.*received/);
  await expect(sender).not.toContainText(/sent\s+sent/);
  await expect(sender).not.toContainText(/[+−]\d[\d.,]* cCRD/);
});

test('transfers are listed, added up or drawn, as the URL asks', async ({ page, txPath }) => {
  const path = `${txPath('token medley')}/token-transfers`;
  await page.goto(path);
  const views = page.getByRole('navigation', { name: 'View' });
  await expect(views.locator('[aria-current=true]')).toHaveText('List');
  await views.getByRole('link', { name: 'Net' }).click();
  await expect(page).toHaveURL(`${path}?view=net`);
  await expect(page.getByRole('region', { name: 'Net balance changes' })).toContainText('account');
  await views.getByRole('link', { name: 'Flow' }).click();
  await expect(page).toHaveURL(`${path}?view=flow`);
  const flow = page.getByRole('region', { name: 'Flow', exact: true });
  await expect(flow.locator('svg foreignObject')).not.toHaveCount(0);
  await expect(flow.locator('svg a')).not.toHaveCount(0);
  await page.goto(`${txPath('plain ether transfer')}/token-transfers?view=flow`);
  await expect(flow.locator('svg foreignObject').filter({ hasText: 'ETH' })).toHaveCount(1);
});

test('a long name in the flow of a transaction ends in an ellipsis within its place', async ({
  page,
  txPath,
}) => {
  await page.goto(`${txPath('ERC-20 transfer')}/token-transfers?view=flow`);
  const excess = await page.getByRole('region', { name: 'Flow diagram' }).evaluate((flow) =>
    [...flow.querySelectorAll('svg foreignObject')].map((place) => {
      const text = place.querySelector('span');
      if (text === null) return 1;
      text.textContent = 'W'.repeat(90);
      const isCut = text.scrollWidth > text.clientWidth && getComputedStyle(text).textOverflow === 'ellipsis';
      const isInside = text.getBoundingClientRect().right <= place.getBoundingClientRect().right + 1;
      return isCut && isInside ? 0 : 1;
    }),
  );
  expect(excess.length).toBeGreaterThanOrEqual(3);
  expect(excess).not.toContain(1);
});
