import { readApi } from './checks';
import { expect, test } from './site';

/** The demo chain's second account, who trades. */
const TRADER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** Of FHE operations: many call it, none with coin. */
const EXECUTOR = '0xe3a9105a3a932253A70F126eb1E3b589C643dD24';
const UNUSED = `0x${'5a'.repeat(20)}`;

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('an account says what it has and did', async ({ page, site, txPath }) => {
    const hash = txPath('plain ether transfer').split('/').at(-1);
    const { from } = await readApi(page.request, site, `/transactions/${hash}`);
    const counters = await readApi(page.request, site, `/addresses/${from.hash}/counters`);
    const path = `/${site.chainId}/address/${from.hash}`;
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Address 0x/);
    const main = page.getByRole('main');
    for (const text of [from.hash, 'Balance', 'at block', 'Transactions', 'Token transfers', 'gas used'])
      await expect(main).toContainText(text);
    const tabs = page.getByRole('navigation', { name: 'Sections of this address' });
    const count = Number(counters.transactions_count).toLocaleString('en');
    await expect(tabs.getByRole('link', { name: /^Transactions/ })).toContainText(count);
    await tabs.getByRole('link', { name: 'Token transfers' }).click();
    await expect(page).toHaveURL(`${path}/token-transfers`);
    await tabs.getByRole('link', { name: 'Tokens' }).click();
    await expect(page).toHaveURL(`${path}/tokens`);
    await expect(page.getByRole('table', { name: 'Tokens held' })).toContainText('ERC-20');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}${path}`);
  });

  test('internal transactions say which calls are not listed, and list all if none moved coin', async ({
    page,
    site,
  }) => {
    const tokens = await readApi(page.request, site, '/tokens');
    const wrapped = tokens.items.find((token: { symbol: string | null }) => token.symbol === 'WETH');
    await page.goto(`/${site.chainId}/address/${wrapped.address_hash}/internal`);
    const main = page.getByRole('main');
    await expect(main).toContainText('Calls that move no ETH are not listed.');
    await main.getByRole('link', { name: 'Show all calls' }).click();
    await expect(page).toHaveURL(/calls=all/);
    await page.goto(`/${site.chainId}/address/${EXECUTOR}/internal`);
    await expect(main).toContainText('No call moved ETH: all calls are listed.');
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.nth(1)).toBeVisible();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/index=/);
    await expect(rows.nth(1)).toBeVisible();
  });

  test('what left and what reached it are told apart, page by page', async ({ page, site, txPath }) => {
    const hash = txPath('plain ether transfer').split('/').at(-1);
    const { from } = await readApi(page.request, site, `/transactions/${hash}`);
    const path = `/${site.chainId}/address/${from.hash}`;
    await page.goto(path);
    const direction = page.getByRole('navigation', { name: 'Direction' });
    await direction.getByRole('link', { name: 'Sent' }).click();
    await expect(page).toHaveURL(`${path}?filter=from`);
    await expect(page.getByRole('table').getByText('in', { exact: true })).toHaveCount(0);
    await page.goto(`${path}?filter=from&items_count=2`);
    const hashes = page.getByRole('table').locator('a[href*="/tx/"]');
    await expect(hashes).toHaveCount(2);
    const first = await hashes.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL(/block_number=\d+&index=\d+&filter=from&items_count=2$/);
    await expect(hashes).toHaveCount(2);
    const second = await hashes.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(second.filter((href) => first.includes(href))).toEqual([]);
    await page.getByRole('link', { name: 'First page' }).click();
    await expect(hashes.first()).toHaveAttribute('href', first[0] ?? '');
    await page.goto(`${path}?filter=sideways&block_number=x`);
    await expect(page.getByRole('table')).toBeVisible();
  });

  test('transfers keep one filter when the other changes', async ({ page, site, txPath }) => {
    const hash = txPath('plain ether transfer').split('/').at(-1);
    const { from } = await readApi(page.request, site, `/transactions/${hash}`);
    const path = `/${site.chainId}/address/${from.hash}/token-transfers`;
    await page.goto(`${path}?filter=to`);
    await page.getByRole('link', { name: 'ERC-20', exact: true }).click();
    await expect(page).toHaveURL(`${path}?filter=to&type=ERC-20`);
    await expect(page.getByRole('table').getByText('out', { exact: true })).toHaveCount(0);
    await page.getByRole('navigation', { name: 'Direction' }).getByRole('link', { name: 'Sent' }).click();
    await expect(page).toHaveURL(`${path}?type=ERC-20&filter=from`);
    await page.getByRole('navigation', { name: 'Direction' }).getByRole('link', { name: 'All' }).click();
    await expect(page).toHaveURL(`${path}?type=ERC-20`);
  });

  test('approvals that are in force are told, with the revoked ones on request', async ({ page, site }) => {
    const path = `/${site.chainId}/address/${TRADER}/approvals`;
    const { items } = await readApi(page.request, site, `/addresses/${TRADER}/approvals?revoked=true`);
    await page.goto(path);
    const rows = page.getByRole('table').getByRole('row');
    const inForce = items.filter((item: { is_revoked: boolean }) => !item.is_revoked);
    await expect(rows).toHaveCount(inForce.length + 1);
    await expect(page.getByRole('table')).toContainText('unlimited');
    await expect(page.getByRole('main')).toContainText('without deducting what was spent since');
    await page.getByRole('link', { name: 'Including revoked' }).click();
    await expect(page).toHaveURL(`${path}?revoked=true`);
    await expect(rows).toHaveCount(items.length + 1);
  });

  test('a contract says what it is, who made it and what it logged', async ({ page, site, txPath }) => {
    const hash = txPath('confidential transfer').split('/').at(-1);
    const { to } = await readApi(page.request, site, `/transactions/${hash}`);
    const info = await readApi(page.request, site, `/addresses/${to.hash}`);
    const path = `/${site.chainId}/address/${to.hash}`;
    await page.goto(path);
    const main = page.getByRole('main');
    for (const text of ['contract', 'ERC-7984', 'Token', 'Created by'])
      await expect(main).toContainText(text);
    await expect(main.locator(`a[href="/${site.chainId}/token/${to.hash}"]`).first()).toBeVisible();
    const creation = `/${site.chainId}/tx/${info.creation_transaction_hash}`;
    await expect(main.locator(`a[href="${creation}"]`).first()).toBeVisible();
    await page.getByRole('link', { name: 'Logs' }).click();
    await expect(page).toHaveURL(`${path}/logs`);
    await expect(page.getByRole('region', { name: 'Logs' })).toContainText('ConfidentialTransfer');
  });

  test('an account that runs the code of a contract says whose', async ({ page, site, txPath }) => {
    const transaction = txPath('delegation and revocation').split('/').at(-1);
    const { authorization_list } = await readApi(page.request, site, `/transactions/${transaction}`);
    const hash = authorization_list[0].authority;
    await page.goto(`/${site.chainId}/address/${hash}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/^Delegated account 0x/);
    await expect(page).toHaveTitle(`${await heading.textContent()} on Demo · Astrolabe`);
    await expect(page.getByRole('main')).toContainText('Delegates to');
    await page.goto(`/${site.chainId}/address/${hash}/contract/bytecode`);
    await expect(page.getByRole('main')).toContainText('These bytes are not instructions');
    await expect(page.getByRole('heading', { name: 'Instructions' })).toHaveCount(0);
  });

  test('an address that nobody used has a page too', async ({ page, site }) => {
    const path = `/${site.chainId}/address/${UNUSED}`;
    expect((await page.goto(path))?.status()).toBe(200);
    await expect(page.getByRole('main')).toContainText('No transactions');
    await page.goto(`${path}/token-transfers`);
    await expect(page.getByRole('main')).toContainText('No token transfers');
    await page.goto(`${path}/tokens`);
    await expect(page.getByRole('main')).toContainText('No tokens');
    await page.goto(`${path}/logs`);
    await expect(page.getByRole('main')).toContainText('No logs');
  });

  test('what is no address is a 404 that helps', async ({ page, site }) => {
    for (const [id, text] of Object.entries({
      [UNUSED.slice(0, -1)]: 'this one has 39',
      nonsense: 'Invalid address',
      [`0x${'zz'.repeat(20)}`]: 'Invalid address',
    })) {
      expect((await page.goto(`/${site.chainId}/address/${id}`))?.status(), id).toBe(404);
      await expect(page.getByRole('main'), id).toContainText(text);
    }
  });

  test('a tab that does not exist is not blamed on the address', async ({ page, site }) => {
    const path = `/${site.chainId}/address/${UNUSED}`;
    expect((await page.goto(`${path}/contract/storage`))?.status()).toBe(404);
    const main = page.getByRole('main');
    await expect(main).toContainText('Page not found');
    await main.getByRole('link', { name: 'View this address' }).click();
    await expect(page).toHaveURL(path);
  });
});

test('the addresses, blocks and tokens of a transaction lead to their pages', async ({
  page,
  site,
  txPath,
}) => {
  await page.goto(txPath('token medley'));
  const main = page.getByRole('main');
  for (const kind of ['address', 'token'])
    await expect(main.locator(`a[href^="/${site.chainId}/${kind}/0x"]`).first()).toBeVisible();
  const href = await main.locator(`a[href^="/${site.chainId}/address/0x"]`).first().getAttribute('href');
  expect((await page.goto(href ?? ''))?.status()).toBe(200);
});
